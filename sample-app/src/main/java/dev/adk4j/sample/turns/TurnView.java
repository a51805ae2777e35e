package dev.adk4j.sample.turns;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a turn, without its content.
 *
 * @param status {@code open}, {@code completed}, {@code failed} or {@code aborted}
 * @param durationMs duration in milliseconds; null while the turn is open
 * @param firstWordMs time to the first word of the answer in milliseconds; null without an answer
 * @param messageIds messages of the turn, of user and agent
 * @param attempt number of starts; null if the turn is not durable
 * @param node last process; null if the turn is not durable
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

  /** Returns a copy with the attempt and the node of a durable turn. */
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
