package dev.adk4j.boot.observe;

import dev.adk4j.boot.OpenTurns;
import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.event.DispatchEnd;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.GenerationStatsEvent;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/** Meters that follow from events. */
final class TurnMeters implements MeterBinder {

  private final OpenTurns turns;
  private final MeterRegistry meters;

  TurnMeters(OpenTurns turns, MeterRegistry meters) {
    this.turns = turns;
    this.meters = meters;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder(AdkMeter.OPEN_TURNS.meterName(), turns, t -> t.all().size())
        .description("Turns that run now")
        .baseUnit(AdkMeter.OPEN_TURNS.unit())
        .register(registry);
  }

  @TurnEventListener
  void on(DispatchEnd end) {
    DistributionSummary.builder(AdkMeter.ITERATIONS.meterName())
        .description("Iterations of a dispatch that ran to completion")
        .baseUnit(AdkMeter.ITERATIONS.unit())
        .tag("adk.status", end.status().wire())
        .register(meters)
        .record(end.iterations());
  }

  @TurnEventListener
  void on(GenerationStatsEvent event) {
    record(event.stats(), "input", event.stats().promptTokens());
    record(event.stats(), "output", event.stats().completionTokens());
  }

  private void record(GenerationStats stats, String type, @Nullable Long tokens) {
    if (tokens != null) {
      DistributionSummary.builder(AdkMeter.TOKENS.meterName())
          .description("Tokens of a generation")
          .baseUnit(AdkMeter.TOKENS.unit())
          .tag("gen_ai.token.type", type)
          .tag("gen_ai.provider.name", orUnknown(stats.provider()))
          .tag("gen_ai.response.model", orUnknown(stats.model()))
          .register(meters)
          .record(tokens);
    }
  }

  private static String orUnknown(@Nullable String name) {
    return name == null || name.isEmpty() ? "unknown" : name;
  }
}
