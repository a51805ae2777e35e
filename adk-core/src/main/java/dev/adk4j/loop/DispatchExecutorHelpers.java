package dev.adk4j.loop;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reports the executor's progress to listeners. Only emits events: {@link DispatchContext} stores.
 * One instance for each dispatch and all its iterations; thread-safe, with the steps of one stream
 * reported sequentially in their order. After the end of the turn, or of a dispatch without a turn,
 * reports throw {@link IllegalStateException}; log entries never fail.
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
   * @throws IllegalStateException if the stream is complete; nothing is emitted then
   */
  void reportMessage(String id, String deltaText, boolean isComplete);

  /** Reports a step that does not complete the thought. */
  default void reportThought(String id, String deltaText) {
    reportThought(id, deltaText, false);
  }

  /** Appends to the thought stream {@code id}; thought ids are separate from message ids. */
  void reportThought(String id, String deltaText, boolean isComplete);

  /**
   * Merges the given values into the state of the call {@code id} and emits a {@code toolCall}
   * event.
   */
  void reportToolCall(String id, ToolCallReport report);

  ExecutorLog log();

  void reportGenerationStats(GenerationStats stats);

  /** A change of a tool call; a null component keeps the value reported before. */
  record ToolCallReport(
      @Nullable String tool,
      @Nullable JsonValue args,
      @Nullable ToolResults results,
      @Nullable Boolean isError,
      boolean isComplete) {

    /** Announces a call before it starts. */
    public static ToolCallReport announce(String tool, JsonValue args) {
      return new ToolCallReport(tool, args, null, null, false);
    }

    /** Completes a call. */
    public static ToolCallReport complete(ToolResults results, boolean isError) {
      return new ToolCallReport(null, null, results, isError, true);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "ToolCallReport[" + tool + (isComplete ? ", complete]" : "]");
    }
  }
}
