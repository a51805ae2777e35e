package dev.adk4j.springai.failure;

import dev.adk4j.internal.FatalErrors;
import dev.adk4j.springai.failure.ProviderFailure.Kind;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Classifies the exceptions of the clients that Spring AI's models use. A response with a status
 * takes precedence over an unreadable response, and an unreadable response over a broken
 * connection, regardless of their order in the chain of causes.
 */
final class ProviderErrors implements ProviderErrorClassifier {

  private static final Set<String> TRANSPORT =
      Set.of(
          "com.openai.errors.OpenAIIoException",
          "com.anthropic.errors.AnthropicIoException",
          "com.google.genai.errors.GenAiIOException",
          "org.springframework.web.client.ResourceAccessException",
          "org.springframework.web.reactive.function.client.WebClientRequestException",
          "software.amazon.awssdk.core.exception.SdkClientException");

  private static final Set<String> UNREADABLE =
      Set.of(
          "com.openai.errors.OpenAIInvalidDataException",
          "com.anthropic.errors.AnthropicInvalidDataException",
          "com.fasterxml.jackson.core.JacksonException",
          "tools.jackson.core.JacksonException",
          "org.springframework.core.codec.DecodingException",
          "org.springframework.http.converter.HttpMessageConversionException",
          // thrown by Spring AI's Gemini model for a candidate without content, that is, a filtered
          // one
          "java.util.NoSuchElementException");

  private final InstantSource clock;

  ProviderErrors() {
    this(InstantSource.system());
  }

  /**
   * Creates a classifier.
   *
   * @param clock clock for dates in Retry-After headers
   */
  ProviderErrors(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Classifies an exception. The result is never empty: an unknown exception is {@link
   * Kind#UNKNOWN}.
   */
  @Override
  public Optional<ProviderFailure> classify(Throwable thrown) {
    List<Throwable> causes = FatalErrors.causes(thrown);
    return causes.stream()
        .flatMap(cause -> ClientErrors.read(cause, clock).stream())
        .findFirst()
        .or(() -> first(Kind.UNREADABLE, causes))
        .or(() -> first(Kind.TRANSPORT, causes))
        .or(() -> Optional.of(ProviderFailure.of(Kind.UNKNOWN, thrown)));
  }

  private static Optional<ProviderFailure> first(Kind kind, List<Throwable> causes) {
    return causes.stream()
        .filter(cause -> kind(cause) == kind)
        .findFirst()
        .map(cause -> ProviderFailure.of(kind, cause));
  }

  private static Kind kind(Throwable cause) {
    if (UNREADABLE.stream().anyMatch(name -> ClientErrors.isA(cause, name))) {
      return Kind.UNREADABLE;
    }
    boolean transport =
        cause instanceof IOException
            || cause instanceof TimeoutException
            || TRANSPORT.stream().anyMatch(name -> ClientErrors.isA(cause, name));
    return transport ? Kind.TRANSPORT : Kind.UNKNOWN;
  }
}
