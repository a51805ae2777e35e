package dev.adk4j.boot.observe;

import dev.adk4j.boot.OpenTurns;
import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.event.DispatchEnd;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.GenerationStatsEvent;
import dev.adk4j.prompt.budget.ModelPrice;
import dev.adk4j.prompt.budget.PriceTable;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/** Meters that follow from events. */
final class TurnMeters implements MeterBinder {

  private final OpenTurns turns;
  private final MeterRegistry meters;
  private final PriceTable prices;

  TurnMeters(OpenTurns turns, MeterRegistry meters, PriceTable prices) {
    this.turns = turns;
    this.meters = meters;
    this.prices = prices;
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
    prices.priceOf(event.stats().model()).ifPresent(price -> record(event.stats(), price));
  }

  private void record(GenerationStats stats, ModelPrice price) {
    Long input = stats.promptTokens();
    Long output = stats.completionTokens();
    if (input != null || output != null) {
      DistributionSummary.builder(AdkMeter.COST.meterName())
          .description("What a generation cost")
          .tag("gen_ai.provider.name", orUnknown(stats.provider()))
          .tag("gen_ai.response.model", orUnknown(stats.model()))
          .register(meters)
          .record(price.cost(input == null ? 0 : input, output == null ? 0 : output).doubleValue());
    }
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
