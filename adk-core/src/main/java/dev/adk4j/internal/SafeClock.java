package dev.adk4j.internal;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the time of an application's clock, and the system's where that clock fails: an event
 * without a time could not be told, and who waits for it would wait for ever. The first failure is
 * logged. Thread-safe.
 */
public final class SafeClock implements InstantSource {

  private static final Logger log = LoggerFactory.getLogger(SafeClock.class);

  private final InstantSource given;
  private final AtomicBoolean told = new AtomicBoolean();

  private SafeClock(InstantSource given) {
    this.given = given;
  }

  /** Returns a clock that does not fail; the given one where it is known not to. */
  public static InstantSource of(InstantSource given) {
    return given instanceof SafeClock || given == InstantSource.system()
        ? given
        : new SafeClock(given);
  }

  @Override
  public Instant instant() {
    Throwable failure = null;
    try {
      Instant now = given.instant();
      if (now != null) {
        return now;
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      failure = e;
    }
    if (told.compareAndSet(false, true)) {
      log.error("The clock gives no time; the system's clock is used where it does not.", failure);
    }
    return Instant.now();
  }
}
