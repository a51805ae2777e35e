package dev.adk4j.sample.turns;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a turn, without its content.
 *
 * @param status {@code open}, {@code completed}, {@code failed} or {@code aborted}
 * @param durationMs null while it is open
 * @param firstWordMs how long it took until the answer began; null without an answer
 * @param messageIds the messages that belong to it, of both sides
 * @param attempt how often a process has begun it; null where it is not durable
 * @param node the process that ran it last; null where it is not durable
 * @param timeline null in lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TurnView(
    String turnId,
    String status,
    Instant startedAt,
    @Nullable Long durationMs,
    @Nullable Long firstWordMs,
    int iterations,
    int toolCalls,
    long promptTokens,
    long completionTokens,
    @Nullable String model,
    List<String> messageIds,
    @Nullable Integer attempt,
    @Nullable String node,
    @Nullable List<TimelineEvent> timeline) {

  /** Returns the same turn as a durable one. */
  public TurnView ranAt(int attempt, @Nullable String node) {
    return new TurnView(
        turnId,
        status,
        startedAt,
        durationMs,
        firstWordMs,
        iterations,
        toolCalls,
        promptTokens,
        completionTokens,
        model,
        messageIds,
        attempt,
        node,
        timeline);
  }
}
