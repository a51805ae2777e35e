package dev.adk4j.limit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Counts in this process alone, in periods that follow one another: around the end of one, twice as
 * much gets through within a period's length. Remembers 100,000 subjects of a period; all others
 * then share one count, so that nobody gets more by there being many. Forgets a period when it is
 * asked after its end.
 */
public final class InMemoryRateCounter implements RateCounter {

  private static final int MAX_SUBJECTS = 100_000;

  private final InstantSource clock;
  private final int maxSubjects;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, Count> counts = new HashMap<>();
  private long nextEnd = Long.MAX_VALUE;

  public InMemoryRateCounter(InstantSource clock) {
    this(clock, MAX_SUBJECTS);
  }

  InMemoryRateCounter(InstantSource clock, int maxSubjects) {
    this.clock = clock;
    this.maxSubjects = maxSubjects;
  }

  @Override
  public Optional<Duration> take(Rate rate) {
    long now = clock.millis();
    lock.lock();
    try {
      forgetEnded(now);
      Count count = count(rate, now);
      if (count.taken >= rate.most()) {
        return Optional.of(Duration.ofMillis(count.end - now));
      }
      count.taken++;
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void forgetEnded(long now) {
    if (now >= nextEnd) {
      counts.values().removeIf(count -> count.end <= now);
      nextEnd = counts.values().stream().mapToLong(count -> count.end).min().orElse(Long.MAX_VALUE);
    }
  }

  private Count count(Rate rate, long now) {
    Key key = new Key(rate.limit(), new Owner(rate.tenant(), rate.subject()));
    Count known = counts.get(key);
    if (known != null) {
      return known;
    }
    long end = rate.endOfPeriod(now);
    nextEnd = Math.min(nextEnd, end);
    Key free = counts.size() < maxSubjects ? key : new Key(rate.limit(), null);
    return counts.computeIfAbsent(free, first -> new Count(end));
  }

  /**
   * @param owner null for all that there is no room for
   */
  private record Key(Limit limit, @Nullable Owner owner) {}

  private static final class Count {
    private final long end;
    private int taken;

    private Count(long end) {
      this.end = end;
    }
  }
}
