package dev.adk4j.web.stream;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Duration;

/**
 * Options of {@link TurnEvents}.
 *
 * @param turnBufferBytes bytes of one turn's events that this node holds for clients that are slow
 *     or reconnect; at least 1
 * @param bufferBytes bytes of all turns' events that this node holds; at least {@code
 *     turnBufferBytes}
 * @param retention time that the events of an ended turn are held; zero or more
 * @param heartbeat longest time without an event on a connection before a heartbeat is sent; more
 *     than zero
 * @param includeErrorMessage true to send the message of an error, which may reveal internals,
 *     instead of the description of its code
 * @since 0.1.0
 */
public record StreamOptions(
    long turnBufferBytes,
    long bufferBytes,
    Duration retention,
    Duration heartbeat,
    boolean includeErrorMessage) {

  /**
   * Returns the defaults: 4 MiB a turn, 64 MiB a node, held for 5 minutes, a heartbeat after 15
   * seconds.
   */
  public static final StreamOptions DEFAULTS =
      new StreamOptions(4L << 20, 64L << 20, Duration.ofMinutes(5), Duration.ofSeconds(15), false);

  public StreamOptions {
    new Violations()
        .check(turnBufferBytes >= 1, "$.turnBufferBytes", "range", "must be 1 or more")
        .check(
            bufferBytes >= turnBufferBytes,
            "$.bufferBytes",
            "range",
            "must be turnBufferBytes or more")
        .check(!retention.isNegative(), "$.retention", "range", "must not be negative")
        .check(heartbeat.isPositive(), "$.heartbeat", "range", "must be more than zero")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }
}
