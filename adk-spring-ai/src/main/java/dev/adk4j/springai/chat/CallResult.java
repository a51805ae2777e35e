package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;

/** What came of a model call, all its attempts included. */
sealed interface CallResult {

  record Answered(ModelAnswer answer, boolean streamed) implements CallResult {}

  record Aborted() implements CallResult {}

  /**
   * @param replayRejected whether the provider refused what was sent back of its own
   */
  record Failed(AdkException error, boolean replayRejected) implements CallResult {}
}
