package dev.adk4j.springai.failure;

import java.time.Duration;

/**
 * What went wrong with a model call.
 *
 * @param status the HTTP status; 0 where there was no response
 * @param detail the response's body, or what the client says; without credentials
 * @param retryAfter how long the provider asks to wait; zero where it does not
 */
public record ProviderFailure(Kind kind, int status, String detail, Duration retryAfter) {

  /** Where it went wrong. */
  public enum Kind {
    /** The provider answered with an error. */
    HTTP,
    /** There was no answer: name resolution, connection, TLS, reset. */
    TRANSPORT,
    /** The answer could not be read. */
    UNREADABLE,
    /** Nothing that is known. */
    UNKNOWN
  }

  public ProviderFailure {
    detail = Secrets.removed(detail);
    retryAfter = retryAfter.isNegative() ? Duration.ZERO : retryAfter;
  }

  static ProviderFailure http(int status, String detail, Duration retryAfter) {
    return new ProviderFailure(Kind.HTTP, status, detail, retryAfter);
  }

  static ProviderFailure of(Kind kind, Throwable cause) {
    return new ProviderFailure(kind, 0, describe(cause), Duration.ZERO);
  }

  private static String describe(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : name + ": " + message;
  }
}
