package dev.adk4j.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A conversation and how much is in it.
 *
 * @param subject the subject that stored first, where the scope had one
 * @param lastActivityAt when a message, thought or tool call was last stored
 */
public record ConversationSummary(
    String tenant,
    String conversation,
    @Nullable String subject,
    long messages,
    long thoughts,
    long toolCalls,
    Instant createdAt,
    Instant lastActivityAt) {}
