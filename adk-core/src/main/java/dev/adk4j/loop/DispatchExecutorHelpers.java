package dev.adk4j.loop;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners what the executor does. Only emits: storing is {@link DispatchContext}'s. One for
 * each dispatch, the same in all its iterations; safe for concurrent use, the steps of one stream
 * told one after another in the order they were taken. Once the turn, or a dispatch without one,
 * has ended, reports throw {@link IllegalStateException}, while log entries never fail.
 *
 * @since 0.1.0
 */
public interface DispatchExecutorHelpers {

  /** Reports a step that does not complete the message. */
  default void reportMessage(String id, String deltaText) {
    reportMessage(id, deltaText, false);
  }

  /**
   * Appends to the message stream {@code id} and emits a {@code message} event.
   *
   * @throws IllegalStateException where the stream was completed; nothing is emitted
   */
  void reportMessage(String id, String deltaText, boolean isComplete);

  /** Reports a step that does not complete the thought. */
  default void reportThought(String id, String deltaText) {
    reportThought(id, deltaText, false);
  }

  /** Appends to the thought stream {@code id}; its ids are separate from those of messages. */
  void reportThought(String id, String deltaText, boolean isComplete);

  /**
   * Merges what is given into the state of the call {@code id} and emits a {@code toolCall} event.
   */
  void reportToolCall(String id, ToolCallReport report);

  ExecutorLog log();

  void reportGenerationStats(GenerationStats stats);

  /** Reports news of a tool call; a null component leaves the value reported before. */
  record ToolCallReport(
      @Nullable String tool,
      @Nullable JsonValue args,
      @Nullable ToolResults results,
      @Nullable Boolean isError,
      boolean isComplete) {

    /** Announces a call that is about to be made. */
    public static ToolCallReport announce(String tool, JsonValue args) {
      return new ToolCallReport(tool, args, null, null, false);
    }

    /** Completes a call. */
    public static ToolCallReport complete(ToolResults results, boolean isError) {
      return new ToolCallReport(null, null, results, isError, true);
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "ToolCallReport[" + tool + (isComplete ? ", complete]" : "]");
    }
  }
}
