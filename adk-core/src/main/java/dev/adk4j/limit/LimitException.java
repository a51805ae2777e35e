package dev.adk4j.limit;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.time.Duration;

/**
 * Thrown when a limit is reached: {@code E_LIMIT_REACHED} (429) for a subject's limit, {@code
 * E_TOO_BUSY} (503) for the node's. Nothing was started.
 */
public final class LimitException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final Limit limit;
  private final Duration retryAfter;

  /**
   * @param most the configured limit
   * @param retryAfter time to wait; rounded up to whole seconds, at least one
   */
  public LimitException(Limit limit, int most, Duration retryAfter) {
    super(
        AdkException.of(limit.ofNode() ? AdkErrorCode.E_TOO_BUSY : AdkErrorCode.E_LIMIT_REACHED)
            .message("At most %d %s.".formatted(most, limit.rule()))
            .args(limit.wire(), most));
    this.limit = limit;
    this.retryAfter =
        Duration.ofSeconds(Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds()));
  }

  public Limit limit() {
    return limit;
  }

  /** Returns the time to wait before the next attempt, in whole seconds, at least one. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
