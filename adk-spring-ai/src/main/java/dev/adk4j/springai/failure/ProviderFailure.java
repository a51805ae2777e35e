package dev.adk4j.springai.failure;

import java.time.Duration;

/**
 * Failure of a model call.
 *
 * @param status HTTP status; 0 without a response
 * @param detail body of the response, or message of the client, without credentials
 * @param retryAfter pause that the provider requests; zero for none
 * @since 0.1.0
 */
public record ProviderFailure(Kind kind, int status, String detail, Duration retryAfter) {

  /** Kind of failure. */
  public enum Kind {
    /** The provider responded with an error. */
    HTTP,
    /** No response arrived, because of name resolution, connection, TLS or a reset. */
    TRANSPORT,
    /** The answer could not be read. */
    UNREADABLE,
    /** The failure is unknown. */
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
