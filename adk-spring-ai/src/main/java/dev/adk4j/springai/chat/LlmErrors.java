package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.failure.ProviderFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Creates the errors of model calls. */
final class LlmErrors {

  private static final int SHOWN = 256;

  private LlmErrors() {}

  static AdkException refused(String provider, ProviderFailure failure, Throwable cause) {
    String what =
        failure.status() == 0
            ? "' did not respond: "
            : "' responded with status " + failure.status() + ": ";
    String message = "The provider '" + provider + what + shown(failure.detail());
    return error(
        LlmErrorCode.E_LLM_PROVIDER_ERROR, message, cause, failure.status(), failure.detail());
  }

  static AdkException brokeOff(String provider, ProviderFailure failure, Throwable cause) {
    String message = "The answer of the provider '" + provider + "' was interrupted: ";
    return error(
        LlmErrorCode.E_LLM_STREAM_ERROR,
        message + shown(failure.detail()),
        cause,
        failure.detail());
  }

  static AdkException timedOut(String provider, Duration timeout) {
    long ms = timeout.toMillis();
    String message =
        "The provider '" + provider + "' did not begin to respond within " + ms + " ms.";
    return error(LlmErrorCode.E_LLM_REQUEST_TIMEOUT, message, null, ms);
  }

  static AdkException stalled(String provider, Duration idle) {
    long ms = idle.toMillis();
    String message = "The answer of the provider '" + provider + "' was silent for " + ms + " ms.";
    return error(LlmErrorCode.E_LLM_STREAM_STALLED, message, null, ms);
  }

  static AdkException replayRejected(String provider, ProviderFailure failure, Throwable cause) {
    String message = "The provider '" + provider + "' rejected its own reasoning: ";
    return error(
        LlmErrorCode.E_LLM_REASONING_REPLAY_REJECTED,
        message + shown(failure.detail()),
        cause,
        provider,
        failure.detail());
  }

  private static AdkException error(
      LlmErrorCode code, String message, @Nullable Throwable cause, Object... args) {
    return AdkException.of(code).message(message).args(args).cause(cause).build();
  }

  static String shown(String detail) {
    return detail.length() <= SHOWN ? detail : detail.substring(0, SHOWN) + "…";
  }
}
