package dev.adk4j.springai.failure;

import com.anthropic.errors.AnthropicServiceException;
import com.google.genai.errors.ApiException;
import com.openai.errors.OpenAIServiceException;
import dev.adk4j.springai.failure.ProviderFailure.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Reads the responses in the exceptions of clients. A nested class is loaded only if the exception
 * of its library occurs, because the library may be missing.
 */
final class ClientErrors {

  /** The handler writes status and body into the message. */
  private static final Pattern OF_SPRING_AI =
      Pattern.compile("\\s*(?:HTTP\\s+)?(\\d{3})\\s+-\\s+(.*)", Pattern.DOTALL);

  private static final Map<String, BiFunction<Throwable, InstantSource, ProviderFailure>> READERS =
      Map.of(
          "com.openai.errors.OpenAIServiceException",
          (e, clock) -> OpenAi.read(e, clock),
          "com.anthropic.errors.AnthropicServiceException",
          (e, clock) -> Anthropic.read(e, clock),
          "org.springframework.web.client.RestClientResponseException",
          (e, clock) -> Rest.read(e, clock),
          "org.springframework.web.reactive.function.client.WebClientResponseException",
          (e, clock) -> Reactive.read(e, clock),
          "com.google.genai.errors.ApiException",
          (e, clock) -> Google.read(e),
          "org.springframework.ai.retry.TransientAiException",
          (e, clock) -> springAi(e),
          "org.springframework.ai.retry.NonTransientAiException",
          (e, clock) -> springAi(e),
          "software.amazon.awssdk.awscore.exception.AwsServiceException",
          (e, clock) -> Aws.read(e, clock));

  private ClientErrors() {}

  static Optional<ProviderFailure> read(Throwable thrown, InstantSource clock) {
    return READERS.entrySet().stream()
        .filter(reader -> isA(thrown, reader.getKey()))
        .findFirst()
        .map(reader -> reader.getValue().apply(thrown, clock));
  }

  /** Recognizes a type by its name, since it may be absent from the class path. */
  static boolean isA(Throwable thrown, String className) {
    for (Class<?> type = thrown.getClass(); type != Object.class; type = type.getSuperclass()) {
      if (type.getName().equals(className)) {
        return true;
      }
    }
    return false;
  }

  private static ProviderFailure springAi(Throwable thrown) {
    String message = thrown.getMessage() == null ? "" : thrown.getMessage();
    Matcher matcher = OF_SPRING_AI.matcher(message);
    return matcher.matches()
        ? ProviderFailure.http(Integer.parseInt(matcher.group(1)), matcher.group(2), Duration.ZERO)
        : ProviderFailure.of(Kind.UNKNOWN, thrown);
  }

  private static ProviderFailure failure(
      int status, String body, @Nullable String retryAfter, InstantSource clock) {
    return ProviderFailure.http(status, body, RetryAfter.of(retryAfter, clock));
  }

  private static final class OpenAi {
    static ProviderFailure read(Throwable thrown, InstantSource clock) {
      OpenAIServiceException e = (OpenAIServiceException) thrown;
      String retryAfter = e.headers().values("retry-after").stream().findFirst().orElse(null);
      return failure(e.statusCode(), String.valueOf(e.body()), retryAfter, clock);
    }
  }

  private static final class Anthropic {
    static ProviderFailure read(Throwable thrown, InstantSource clock) {
      AnthropicServiceException e = (AnthropicServiceException) thrown;
      String retryAfter = e.headers().values("retry-after").stream().findFirst().orElse(null);
      return failure(e.statusCode(), String.valueOf(e.body()), retryAfter, clock);
    }
  }

  private static final class Rest {
    static ProviderFailure read(Throwable thrown, InstantSource clock) {
      RestClientResponseException e = (RestClientResponseException) thrown;
      HttpHeaders headers = e.getResponseHeaders();
      String retryAfter = headers == null ? null : headers.getFirst(HttpHeaders.RETRY_AFTER);
      return failure(e.getStatusCode().value(), e.getResponseBodyAsString(), retryAfter, clock);
    }
  }

  private static final class Reactive {
    static ProviderFailure read(Throwable thrown, InstantSource clock) {
      WebClientResponseException e = (WebClientResponseException) thrown;
      String retryAfter = e.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
      return failure(e.getStatusCode().value(), e.getResponseBodyAsString(), retryAfter, clock);
    }
  }

  /** Google's client keeps no headers. */
  private static final class Google {
    static ProviderFailure read(Throwable thrown) {
      ApiException e = (ApiException) thrown;
      return ProviderFailure.http(e.code(), e.status() + ": " + e.message(), Duration.ZERO);
    }
  }

  private static final class Aws {
    static ProviderFailure read(Throwable thrown, InstantSource clock) {
      AwsServiceException e = (AwsServiceException) thrown;
      AwsErrorDetails details = e.awsErrorDetails();
      String message = e.getMessage() == null ? "" : e.getMessage();
      // An error in a stream has no response.
      String retryAfter =
          details == null || details.sdkHttpResponse() == null
              ? null
              : details.sdkHttpResponse().firstMatchingHeader("Retry-After").orElse(null);
      return failure(e.statusCode(), message, retryAfter, clock);
    }
  }
}
