package dev.adk4j.springai.failure;

import com.anthropic.errors.AnthropicServiceException;
import java.time.InstantSource;

/** Reads the errors of Anthropic's client. */
final class AnthropicErrors {

  private AnthropicErrors() {}

  static ProviderFailure read(Throwable thrown, InstantSource clock) {
    AnthropicServiceException e = (AnthropicServiceException) thrown;
    String retryAfter = e.headers().values("retry-after").stream().findFirst().orElse(null);
    return ProviderFailure.http(
        e.statusCode(), String.valueOf(e.body()), RetryAfter.of(retryAfter, clock));
  }
}
