package dev.adk4j.boot.internal.observe;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a store for gauges at most every ten seconds, regardless of the number of gauges and
 * scrapes.
 *
 * @param <T> type of the values that are read together
 */
public final class Sampled<T> {

  private static final Logger log = LoggerFactory.getLogger(Sampled.class);
  private static final long FRESH_NANOS = Duration.ofSeconds(10).toNanos();

  private final String what;
  private final Supplier<T> source;
  private volatile @Nullable Sample<T> newest;

  /**
   * @param what name in the log, such as "the gates"
   */
  public Sampled(String what, Supplier<T> source) {
    this.what = what;
    this.source = source;
  }

  private record Sample<T>(@Nullable T read, long atNanos) {}

  /** Returns a value of the last read, NaN if the source failed. */
  public double value(ToDoubleFunction<T> value) {
    Sample<T> known = newest;
    if (known == null || System.nanoTime() - known.atNanos > FRESH_NANOS) {
      known = new Sample<>(read(), System.nanoTime());
      newest = known;
    }
    T read = known.read;
    return read == null ? Double.NaN : value.applyAsDouble(read);
  }

  private @Nullable T read() {
    try {
      return source.get();
    } catch (RuntimeException e) {
      log.debug("The gauges of {} could not be read.", what, e);
      return null;
    }
  }
}
