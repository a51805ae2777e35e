package dev.adk4j.loop;

import dev.adk4j.event.GenerationStats;

/**
 * Tells listeners what the executor does. Only emits: storing is {@link DispatchContext}'s. One for
 * each dispatch, the same in all its iterations; safe for concurrent use, the steps of one stream
 * told one after another in the order they were taken. Once the turn, or a dispatch without one,
 * has ended, reports throw {@link IllegalStateException}, while log entries never fail.
 */
public interface DispatchExecutorHelpers {

  /** {@link #reportMessage(String, String, boolean)}, not complete. */
  default void reportMessage(String id, String deltaText) {
    reportMessage(id, deltaText, false);
  }

  /**
   * Appends to the message stream {@code id} and emits a {@code message} event.
   *
   * @throws IllegalStateException where the stream was completed; nothing is emitted
   */
  void reportMessage(String id, String deltaText, boolean isComplete);

  /** {@link #reportThought(String, String, boolean)}, not complete. */
  default void reportThought(String id, String deltaText) {
    reportThought(id, deltaText, false);
  }

  /** The same for the thought stream {@code id}; its ids are separate from those of messages. */
  void reportThought(String id, String deltaText, boolean isComplete);

  /**
   * Merges what is given into the state of the call {@code id} and emits a {@code toolCall} event.
   */
  void reportToolCall(String id, ToolCallReport report);

  ExecutorLog log();

  void reportGenerationStats(GenerationStats stats);
}
