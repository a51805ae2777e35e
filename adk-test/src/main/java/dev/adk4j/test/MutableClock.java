package dev.adk4j.test;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Clock that advances only by a call to {@link #advance}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class MutableClock implements InstantSource {

  private final AtomicReference<Instant> now;

  private MutableClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  /** Returns a clock at 2026-01-01T00:00:00Z. */
  public static MutableClock create() {
    return at("2026-01-01T00:00:00Z");
  }

  /** Returns a clock at an ISO-8601 instant such as {@code 2026-01-01T00:00:00Z}. */
  public static MutableClock at(String instant) {
    return at(Instant.parse(instant));
  }

  public static MutableClock at(Instant instant) {
    return new MutableClock(instant);
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Moves the clock forward, or back by a negative duration, and returns the new time. */
  public Instant advance(Duration by) {
    return now.updateAndGet(instant -> instant.plus(by));
  }

  public void set(Instant instant) {
    now.set(instant);
  }
}
