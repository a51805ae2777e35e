package dev.adk4j.artifact.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.WatchedText;
import java.util.function.LongSupplier;

/**
 * Limits the evaluation time of an untrusted expression. Exceeding it, or an interrupt, fails with
 * {@code E_ARTIFACT_QUERY_LIMIT}. Only the time between {@link #resume()} and {@link #pause()}
 * counts. For one query on one thread.
 */
public final class Deadline {

  private static final long LIMIT_NANOS = 1_500_000_000L;
  private static final long NANOS_PER_BYTE = 400;
  private static final int STEPS_BETWEEN_LOOKS = 4096;

  private final LongSupplier nanoTime;
  private long left;
  private long end;
  private int steps;

  /** Returns a limit of 1.5 seconds, and 0.4 seconds more for each million bytes of text. */
  public static Deadline forText(long bytes) {
    return new Deadline(LIMIT_NANOS + NANOS_PER_BYTE * Math.min(bytes, Integer.MAX_VALUE));
  }

  /** Creates a limit of that many nanoseconds. */
  public Deadline(long nanos) {
    this(nanos, System::nanoTime);
  }

  /** Creates a limit of that many nanoseconds of the given clock. */
  public Deadline(long nanos, LongSupplier nanoTime) {
    this.left = nanos;
    this.nanoTime = nanoTime;
  }

  /** Starts or continues the measured time. */
  public void resume() {
    end = nanoTime.getAsLong() + left;
  }

  /** Stops the measured time; fails if it exceeds the limit. */
  public void pause() {
    left = end - nanoTime.getAsLong();
    check();
  }

  /** Counts one small step and reads the clock every 4,096 steps. */
  public void step() {
    if (++steps >= STEPS_BETWEEN_LOOKS) {
      steps = 0;
      check();
    }
  }

  private void check() {
    if (nanoTime.getAsLong() - end > 0) {
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
          "The expression takes too long on this artifact; use a simpler one.");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new AdkException(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, "The query was interrupted.");
    }
  }

  /** Returns the text; each access to it counts as a step. */
  public CharSequence watch(CharSequence text) {
    return new WatchedText(text, this::step);
  }
}
