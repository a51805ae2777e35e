package dev.adk4j.limit;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.time.Duration;

/**
 * A limit is reached: {@code E_LIMIT_REACHED} (429) where a subject asks for too much, {@code
 * E_TOO_BUSY} (503) where the node has no room. Nothing was started.
 */
public final class LimitException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final Limit limit;
  private final Duration retryAfter;

  /**
   * @param most what the limit is set to
   * @param retryAfter after which time to ask again; rounded up to whole seconds, at least one
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

  /** In whole seconds, at least one. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
