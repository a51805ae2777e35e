package dev.adk4j.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InMemoryRateCounterTests {

  private static final Duration HOUR = Duration.ofHours(1);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-23T10:30:00Z"));

  private static RateCounter.Rate rate(String subject, int most) {
    return new RateCounter.Rate(Limit.TURNS_PER_HOUR, "acme", subject, most, HOUR);
  }

  @Test
  void returnsTheTimeToWait() {
    RateCounter counter = RateCounter.inMemory(now::get);
    assertThat(counter.take(rate("ann", 1))).isEmpty();
    assertThat(counter.take(rate("ann", 1))).contains(Duration.ofMinutes(30));
    now.set(Instant.parse("2026-11-23T11:00:00Z"));
    assertThat(counter.take(rate("ann", 1))).isEmpty();
  }

  @Test
  void allowsNothingExtraWhenTheClockGoesBack() {
    RateCounter counter = RateCounter.inMemory(now::get);
    assertThat(counter.take(rate("ann", 1))).isEmpty();
    now.set(Instant.parse("2026-11-23T09:30:00Z"));
    assertThat(counter.take(rate("ann", 1))).contains(Duration.ofMinutes(90));
  }

  @Test
  void countsSurplusSubjectsTogether() {
    RateCounter counter = new InMemoryRateCounter(now::get, 2);
    counter.take(rate("ann", 2));
    counter.take(rate("bob", 2));
    assertThat(counter.take(rate("cat", 2))).isEmpty();
    assertThat(counter.take(rate("dan", 2))).isEmpty();
    assertThat(counter.take(rate("cat", 2))).isPresent();
    assertThat(counter.take(rate("eve", 2))).isPresent();
    assertThat(counter.take(rate("ann", 2))).isEmpty();
    now.set(Instant.parse("2026-11-23T11:00:00Z"));
    assertThat(counter.take(rate("eve", 1))).isEmpty();
    assertThat(counter.take(rate("cat", 1))).isEmpty();
    assertThat(counter.take(rate("cat", 1))).isPresent();
  }

  @Test
  void neverExceedsTheLimitUnderContention() throws Exception {
    RateCounter counter = RateCounter.inMemory(now::get);
    AtomicInteger admitted = new AtomicInteger();
    AtOnce.run(
        8,
        t ->
            () -> {
              for (int i = 0; i < 500; i++) {
                if (counter.take(rate("ann", 1_000)).isEmpty()) {
                  admitted.incrementAndGet();
                }
              }
            });
    assertThat(admitted).hasValue(1_000);
  }
}
