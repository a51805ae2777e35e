package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Failures of a model after which a {@link FallbackExecutor} tries the next one.
 *
 * @since 0.1.0
 */
public enum FallbackOn {
  /** The provider did not respond, responded with 408 or 5xx, or its answer cannot be read. */
  OUTAGE,
  /** The provider rejected the call with 429. */
  RATE_LIMIT,
  /** The first part of the answer did not arrive within its timeout. */
  FIRST_TOKEN,
  /**
   * The prompt does not fit into the model's context window, as counted here or by the provider.
   */
  CONTEXT_LENGTH;

  private static final Pattern TOO_LONG =
      Pattern.compile(
          "(?i)context_length_exceeded|maximum context length|prompt is too long"
              + "|exceeds the maximum number of tokens");

  /** Returns the kind of a failure; null if another model would fail, too. */
  static @Nullable FallbackOn of(AdkException error) {
    return switch (error.errorCode()) {
      case AdkErrorCode.E_LLM_CONTEXT_OVERFLOW -> CONTEXT_LENGTH;
      case LlmErrorCode.E_LLM_REQUEST_TIMEOUT -> FIRST_TOKEN;
      case LlmErrorCode.E_LLM_STREAM_ERROR, LlmErrorCode.E_LLM_STREAM_STALLED -> OUTAGE;
      case LlmErrorCode.E_LLM_PROVIDER_ERROR ->
          of((Integer) error.args().getFirst(), String.valueOf(error.args().getLast()));
      default -> null;
    };
  }

  private static @Nullable FallbackOn of(int status, String detail) {
    if (status == 0 || status == 408 || status >= 500) {
      return OUTAGE;
    }
    return status == 429 ? RATE_LIMIT : TOO_LONG.matcher(detail).find() ? CONTEXT_LENGTH : null;
  }

  /** Returns true if the failure concerns the model and not the prompt. */
  static boolean blames(AdkException error) {
    FallbackOn kind = of(error);
    return kind != null && kind != CONTEXT_LENGTH;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
