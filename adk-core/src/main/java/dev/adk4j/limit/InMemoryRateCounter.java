package dev.adk4j.limit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts in memory; see {@link RateCounter#inMemory}. Removes a period after its end. */
final class InMemoryRateCounter implements RateCounter {

  private final InstantSource clock;
  private final int maxSubjects;
  private final Map<Key, Count> counts = new HashMap<>();
  private long nextEnd = Long.MAX_VALUE;

  InMemoryRateCounter(InstantSource clock, int maxSubjects) {
    this.clock = clock;
    this.maxSubjects = maxSubjects;
  }

  /**
   * @param owner null for the shared count of all further owners
   */
  private record Key(Limit limit, @Nullable Owner owner) {}

  private record Count(int taken, long end) {}

  @Override
  public synchronized Optional<Duration> take(Rate rate) {
    long now = clock.millis();
    if (now >= nextEnd) {
      counts.values().removeIf(count -> count.end <= now);
      nextEnd = counts.values().stream().mapToLong(Count::end).min().orElse(Long.MAX_VALUE);
    }
    Key key = new Key(rate.limit(), new Owner(rate.tenant(), rate.subject()));
    if (!counts.containsKey(key) && counts.size() >= maxSubjects) {
      key = new Key(rate.limit(), null);
    }
    Count count = counts.getOrDefault(key, new Count(0, rate.endOfPeriod(now)));
    if (count.taken >= rate.most()) {
      return Optional.of(Duration.ofMillis(count.end - now));
    }
    counts.put(key, new Count(count.taken + 1, count.end));
    nextEnd = Math.min(nextEnd, count.end);
    return Optional.empty();
  }
}
