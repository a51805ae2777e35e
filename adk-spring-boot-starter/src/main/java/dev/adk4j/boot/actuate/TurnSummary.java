package dev.adk4j.boot.actuate;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a turn, without its content.
 *
 * @param status {@code open}, {@code completed}, {@code failed} or {@code aborted}
 * @param durationMs null while it is open
 * @param iterations number of begun iterations
 * @param models models that answered, as named by their provider
 * @param error code of the first error
 */
record TurnSummary(
    String turnId,
    String status,
    Instant startedAt,
    @Nullable Long durationMs,
    int iterations,
    int toolExecutions,
    int toolErrors,
    long promptTokens,
    long completionTokens,
    List<String> models,
    @Nullable String error) {}
