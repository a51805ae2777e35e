package dev.adk4j.springai.failure;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Reads the errors of Spring's HTTP clients. */
final class SpringWebErrors {

  private SpringWebErrors() {}

  static ProviderFailure read(Throwable thrown, InstantSource clock) {
    RestClientResponseException e = (RestClientResponseException) thrown;
    return failure(
        e.getStatusCode().value(), e.getResponseBodyAsString(), e.getResponseHeaders(), clock);
  }

  static ProviderFailure readReactive(Throwable thrown, InstantSource clock) {
    WebClientResponseException e = (WebClientResponseException) thrown;
    return failure(e.getStatusCode().value(), e.getResponseBodyAsString(), e.getHeaders(), clock);
  }

  private static ProviderFailure failure(
      int status, String body, @Nullable HttpHeaders headers, InstantSource clock) {
    String retryAfter = headers == null ? null : headers.getFirst(HttpHeaders.RETRY_AFTER);
    return ProviderFailure.http(status, body, RetryAfter.of(retryAfter, clock));
  }
}
