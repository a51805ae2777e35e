package dev.adk4j.springai.chat;

import dev.adk4j.springai.failure.ProviderFailure;

/** Outcome of one attempt at a model call. */
sealed interface AttemptOutcome {

  record Answered(ModelAnswer answer) implements AttemptOutcome {}

  record Aborted() implements AttemptOutcome {}

  /** Attempt without a response within the timeout for the first response. */
  record TimedOut() implements AttemptOutcome {}

  /** Attempt whose stream was silent for longer than the idle timeout. */
  record Stalled() implements AttemptOutcome {}

  /** Attempt that failed before the first part of a response. */
  record Refused(ProviderFailure failure, Throwable thrown) implements AttemptOutcome {}

  /** Attempt that failed after a part of the response, or whose response cannot be read. */
  record BrokeOff(ProviderFailure failure, Throwable thrown) implements AttemptOutcome {}

  /** Streamed attempt with a model that cannot stream. */
  record CannotStream() implements AttemptOutcome {}
}
