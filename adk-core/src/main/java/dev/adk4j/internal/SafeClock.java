package dev.adk4j.internal;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns the time of an application's clock, or of the system's if that clock fails: an event
 * needs a time, and its waiting listeners must receive it. Logs the first failure. Thread-safe.
 */
public final class SafeClock implements InstantSource {

  private static final Logger log = LoggerFactory.getLogger(SafeClock.class);

  private final InstantSource given;
  private final AtomicBoolean told = new AtomicBoolean();

  private SafeClock(InstantSource given) {
    this.given = given;
  }

  /** Returns a clock that does not fail; the given one if it is known not to. */
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
      log.error("The clock failed; the system's clock replaces it at each failure.", failure);
    }
    return Instant.now();
  }
}
