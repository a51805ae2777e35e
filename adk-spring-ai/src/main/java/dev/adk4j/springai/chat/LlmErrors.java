package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.failure.ProviderFailure;
import java.time.Duration;

/** Creates the errors of model calls. */
final class LlmErrors {

  private static final int SHOWN = 256;

  private LlmErrors() {}

  static AdkException refused(String provider, ProviderFailure failure, Throwable cause) {
    String what =
        failure.status() == 0
            ? "The provider '" + provider + "' did not respond: "
            : "The provider '" + provider + "' responded with status " + failure.status() + ": ";
    return AdkException.of(LlmErrorCode.E_LLM_PROVIDER_ERROR)
        .message(what + shown(failure.detail()))
        .args(failure.status(), failure.detail())
        .cause(cause)
        .build();
  }

  static AdkException brokeOff(String provider, ProviderFailure failure, Throwable cause) {
    return AdkException.of(LlmErrorCode.E_LLM_STREAM_ERROR)
        .message(
            "The answer of the provider '"
                + provider
                + "' was interrupted: "
                + shown(failure.detail()))
        .args(failure.detail())
        .cause(cause)
        .build();
  }

  static AdkException timedOut(String provider, Duration timeout) {
    return AdkException.of(LlmErrorCode.E_LLM_REQUEST_TIMEOUT)
        .message(
            "The provider '"
                + provider
                + "' did not begin to respond within "
                + timeout.toMillis()
                + " ms.")
        .args(timeout.toMillis())
        .build();
  }

  static AdkException stalled(String provider, Duration idle) {
    return AdkException.of(LlmErrorCode.E_LLM_STREAM_STALLED)
        .message(
            "The answer of the provider '"
                + provider
                + "' was silent for "
                + idle.toMillis()
                + " ms.")
        .args(idle.toMillis())
        .build();
  }

  static AdkException replayRejected(String provider, ProviderFailure failure, Throwable cause) {
    return AdkException.of(LlmErrorCode.E_LLM_REASONING_REPLAY_REJECTED)
        .message(
            "The provider '"
                + provider
                + "' rejected its own reasoning: "
                + shown(failure.detail()))
        .args(provider, failure.detail())
        .cause(cause)
        .build();
  }

  static String shown(String detail) {
    return detail.length() <= SHOWN ? detail : detail.substring(0, SHOWN) + "…";
  }
}
