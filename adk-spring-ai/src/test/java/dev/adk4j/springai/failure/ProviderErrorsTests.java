package dev.adk4j.springai.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.genai.errors.ApiException;
import dev.adk4j.springai.failure.ProviderFailure.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.retry.NonTransientAiException;
import org.springframework.ai.retry.TransientAiException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

class ProviderErrorsTests {

  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

  private final ProviderErrors errors = new ProviderErrors(() -> NOW);

  @Test
  void readsStatusBodyAndPauseOfSpringsClients() {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "Sun, 22 Nov 2026 10:00:30 GMT");
    byte[] body = "slow down".getBytes(StandardCharsets.UTF_8);

    for (Throwable thrown :
        new Throwable[] {
          HttpClientErrorException.create(
              HttpStatus.TOO_MANY_REQUESTS, "", headers, body, StandardCharsets.UTF_8),
          WebClientResponseException.create(429, "", headers, body, StandardCharsets.UTF_8)
        }) {
      ProviderFailure failure = classify(new RuntimeException(new CompletionException(thrown)));
      assertThat(failure.kind()).isEqualTo(Kind.HTTP);
      assertThat(failure.status()).isEqualTo(429);
      assertThat(failure.detail()).isEqualTo("slow down");
      assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(30));
    }
  }

  @Test
  void readsMessagesOfSpringAi() {
    assertThat(classify(new TransientAiException("503 - overloaded")).status()).isEqualTo(503);
    ProviderFailure refused = classify(new NonTransientAiException("HTTP 401 - no\nkey"));
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.detail()).isEqualTo("no\nkey");
    assertThat(classify(new NonTransientAiException("strange")).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void readsGeminisErrors() {
    ProviderFailure failure =
        classify(
            new RuntimeException(
                "Failed to generate content",
                new ApiException(429, "RESOURCE_EXHAUSTED", "quota")));

    assertThat(failure.status()).isEqualTo(429);
    assertThat(failure.detail()).contains("RESOURCE_EXHAUSTED", "quota");
  }

  @Test
  void takesABrokenConnectionForTransportAndNothingElse() {
    assertThat(classify(new ResourceAccessException("x", new ConnectException("refused"))).kind())
        .isEqualTo(Kind.TRANSPORT);
    assertThat(classify(new RuntimeException(new IOException("reset"))).kind())
        .isEqualTo(Kind.TRANSPORT);
    assertThat(classify(new NullPointerException()).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"headers\":{\"Authorization\":\"Bearer abc.def-ghi123456\"}}",
        "authorization: Basic dXNlcjpwYXNzd29yZA==",
        "x-api-key=abcdef123456",
        "url?key=abcdef123456&alt=sse",
        "Incorrect API key provided: sk-abcdef123456."
      })
  void showsNoCredentials(String detail) {
    assertThat(ProviderFailure.http(401, detail, Duration.ZERO).detail())
        .contains("***")
        .doesNotContain("abcdef123456", "abc.def-ghi123456", "dXNlcjpwYXNzd29yZA");
  }

  @Test
  void countsAPauseOfMoreThanADayForADay() {
    assertThat(RetryAfter.of("86401", () -> NOW)).isEqualTo(Duration.ofDays(1));
    assertThat(RetryAfter.of("1e300", () -> NOW)).isEqualTo(Duration.ofDays(1));
    assertThat(RetryAfter.of("Fri, 31 Dec 9999 23:59:59 GMT", () -> NOW))
        .isEqualTo(Duration.ofDays(1));
  }

  @Test
  void ignoresAnUnreadablePause() {
    assertThat(RetryAfter.of("soon", () -> NOW)).isZero();
    assertThat(RetryAfter.of("-5", () -> NOW)).isZero();
    assertThat(RetryAfter.of("Sun, 22 Nov 2026 09:00:00 GMT", () -> NOW)).isZero();
    assertThat(RetryAfter.of("1.5", () -> NOW)).isEqualTo(Duration.ofMillis(1500));
    assertThat(RetryAfter.of(null, () -> NOW)).isZero();
  }

  private ProviderFailure classify(Throwable thrown) {
    return errors.classify(thrown).orElseThrow();
  }
}
