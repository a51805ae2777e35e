package dev.adk4j.limit;

import java.time.Duration;

/**
 * How much of something one subject may do in a period.
 *
 * @param subject empty for what is counted of a tenant's turns without subject
 * @param most 1 or more
 */
public record Rate(Limit limit, String tenant, String subject, int most, Duration period) {

  /**
   * When the period ends that the time lies in, in milliseconds since 1970: periods follow one
   * another from then on, so that all nodes see the same.
   */
  public long endOfPeriod(long time) {
    long length = period.toMillis();
    return time - Math.floorMod(time, length) + length;
  }
}
