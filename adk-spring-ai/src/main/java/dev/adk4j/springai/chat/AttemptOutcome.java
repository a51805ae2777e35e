package dev.adk4j.springai.chat;

import dev.adk4j.springai.failure.ProviderFailure;

/** How one attempt at a model call ended. */
sealed interface AttemptOutcome {

  record Answered(ModelAnswer answer) implements AttemptOutcome {}

  record Aborted() implements AttemptOutcome {}

  /** Nothing came within the time for a first response. */
  record TimedOut() implements AttemptOutcome {}

  /** The stream fell silent. */
  record Stalled() implements AttemptOutcome {}

  /** Failed before anything came. */
  record Refused(ProviderFailure failure, Throwable thrown) implements AttemptOutcome {}

  /** Failed when something had come, or came in a form nobody can read. */
  record BrokeOff(ProviderFailure failure, Throwable thrown) implements AttemptOutcome {}

  /** The model cannot stream. */
  record CannotStream() implements AttemptOutcome {}
}
