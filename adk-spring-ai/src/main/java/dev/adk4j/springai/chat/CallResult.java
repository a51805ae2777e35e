package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;

/** Result of a model call after all its attempts. */
sealed interface CallResult {

  record Answered(ModelAnswer answer, boolean streamed) implements CallResult {}

  record Aborted() implements CallResult {}

  /**
   * Failed call.
   *
   * @param replayRejected true if the provider rejected the data that was sent back to it
   */
  record Failed(AdkException error, boolean replayRejected) implements CallResult {}
}
