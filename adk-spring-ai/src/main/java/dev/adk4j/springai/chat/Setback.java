package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.LlmErrorCode;

/**
 * Reason why a model returned no answer in an iteration.
 *
 * @param called false if the model was skipped
 * @param heard true if a part of the answer was received and stored: another model continues in a
 *     new iteration. Otherwise another model may be called in the same iteration
 */
record Setback(String reason, AdkException error, boolean called, boolean heard) {

  static Setback passedOver(String reason) {
    return new Setback(
        reason,
        AdkException.of(LlmErrorCode.E_LLM_PROVIDER_ERROR)
            .message("No model is available now: " + reason + ".")
            .args(0, reason)
            .build(),
        false,
        false);
  }

  static Setback unheard(AdkException error) {
    FallbackExecutor.Failure kind = FallbackExecutor.Failure.of(error);
    return new Setback(kind == null ? "other" : kind.wire(), error, true, false);
  }

  static Setback heard(AdkException error) {
    return new Setback("broken-answer", error, true, true);
  }

  /** Ends the dispatch, which has no other model. */
  void end(DispatchContext ctx) {
    if (error.errorCode() == AdkErrorCode.E_LLM_CONTEXT_OVERFLOW) {
      throw error;
    }
    ctx.nack(error);
  }
}
