package dev.adk4j.boot.limit;

import dev.adk4j.limit.RateCounter;
import dev.adk4j.limit.RateCounter.Rate;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import java.time.Duration;
import java.util.Optional;

/**
 * Counts in the application's buckets: one for each limit and subject, refilled one period after
 * its creation. A changed limit uses new buckets.
 */
record Bucket4jRateCounter(ProxyManager<String> buckets) implements RateCounter {

  @Override
  public Optional<Duration> take(Rate rate) {
    ConsumptionProbe probe =
        buckets.getProxy(key(rate), () -> configuration(rate)).tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  /** The length of the tenant distinguishes tenants whose names contain a colon. */
  private static String key(Rate rate) {
    return "adk:%s:%d:%d:%s:%s"
        .formatted(
            rate.limit().wire(),
            rate.most(),
            rate.tenant().length(),
            rate.tenant(),
            rate.subject());
  }

  private static BucketConfiguration configuration(Rate rate) {
    return BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(rate.most()).refillIntervally(rate.most(), rate.period()))
        .build();
  }
}
