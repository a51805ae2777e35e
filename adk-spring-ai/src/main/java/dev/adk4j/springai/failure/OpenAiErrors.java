package dev.adk4j.springai.failure;

import com.openai.errors.OpenAIServiceException;
import java.time.InstantSource;

/** Reads the errors of OpenAI's client. */
final class OpenAiErrors {

  private OpenAiErrors() {}

  static ProviderFailure read(Throwable thrown, InstantSource clock) {
    OpenAIServiceException e = (OpenAIServiceException) thrown;
    String retryAfter = e.headers().values("retry-after").stream().findFirst().orElse(null);
    return ProviderFailure.http(
        e.statusCode(), String.valueOf(e.body()), RetryAfter.of(retryAfter, clock));
  }
}
