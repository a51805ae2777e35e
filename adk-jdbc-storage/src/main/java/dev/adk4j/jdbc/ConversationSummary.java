package dev.adk4j.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Conversation with counts of its records.
 *
 * @param subject subject that stored first; null if the scope had none
 * @param lastActivityAt time at which a message, thought or tool call was last stored
 * @since 0.1.0
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
