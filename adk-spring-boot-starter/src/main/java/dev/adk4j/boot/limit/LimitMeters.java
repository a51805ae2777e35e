package dev.adk4j.boot.limit;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.RequestLimits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of rejections by a limit and of open streams. They have no subject tags. */
record LimitMeters(RequestLimits limits) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Limit limit : Limit.values()) {
      AdkMeter.LIMIT_REFUSALS
          .counter(
              "Requests that were rejected because a limit was reached",
              limits,
              all -> all.refusals(limit))
          .tag("adk.limit", limit.wire())
          .register(registry);
    }
    AdkMeter.OPEN_STREAMS
        .gauge("Event streams that are being written", limits::openStreams)
        .register(registry);
  }
}
