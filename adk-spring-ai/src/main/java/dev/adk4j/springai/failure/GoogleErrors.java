package dev.adk4j.springai.failure;

import com.google.genai.errors.ApiException;
import java.time.Duration;

/** Reads the errors of Google's client, which have no headers. */
final class GoogleErrors {

  private GoogleErrors() {}

  static ProviderFailure read(Throwable thrown) {
    ApiException e = (ApiException) thrown;
    return ProviderFailure.http(e.code(), e.status() + ": " + e.message(), Duration.ZERO);
  }
}
