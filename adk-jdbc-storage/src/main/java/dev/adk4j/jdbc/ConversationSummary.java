package dev.adk4j.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Conversation with counts of its records.
 *
 * @param subject subject that began the conversation; null if the scope had none
 * @param lastActivityAt time of the last stored message, thought or tool call
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
