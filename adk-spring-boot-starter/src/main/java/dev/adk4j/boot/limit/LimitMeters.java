package dev.adk4j.boot.limit;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.RequestLimits;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of rejections by a limit and of open streams. They have no subject tags. */
final class LimitMeters implements MeterBinder {

  private final RequestLimits limits;

  LimitMeters(RequestLimits limits) {
    this.limits = limits;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Limit limit : Limit.values()) {
      FunctionCounter.builder(
              AdkMeter.LIMIT_REFUSALS.meterName(), limits, all -> all.refusals(limit))
          .description("Requests that were rejected because a limit was reached")
          .baseUnit(AdkMeter.LIMIT_REFUSALS.unit())
          .tag("adk.limit", limit.wire())
          .register(registry);
    }
    Gauge.builder(AdkMeter.OPEN_STREAMS.meterName(), limits, RequestLimits::openStreams)
        .description("Event streams that are being written")
        .baseUnit(AdkMeter.OPEN_STREAMS.unit())
        .register(registry);
  }
}
