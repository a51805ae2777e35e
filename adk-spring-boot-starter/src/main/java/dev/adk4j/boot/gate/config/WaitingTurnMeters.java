package dev.adk4j.boot.gate.config;

import dev.adk4j.boot.observe.AdkMeter;
import dev.adk4j.client.Answer;
import dev.adk4j.client.WaitingTurns;
import dev.adk4j.waiting.WaitingTurnStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Meters of turns that wait for decisions, and of those that went on. */
final class WaitingTurnMeters implements MeterBinder {

  private static final Logger log = LoggerFactory.getLogger(WaitingTurnMeters.class);
  private static final long FRESH_NANOS = Duration.ofSeconds(10).toNanos();

  private final WaitingTurnStore store;
  private final WaitingTurns turns;
  private volatile @Nullable Counted counted;

  WaitingTurnMeters(WaitingTurnStore store, WaitingTurns turns) {
    this.store = store;
    this.turns = turns;
  }

  private record Counted(double waiting, long atNanos) {}

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder(AdkMeter.WAITING_TURNS.meterName(), this::waiting)
        .description("Turns that wait for decisions")
        .baseUnit(AdkMeter.WAITING_TURNS.unit())
        .register(registry);
    turns.onContinued(next -> continued(registry, next));
  }

  private static void continued(MeterRegistry registry, Optional<Answer> next) {
    Counter.builder(AdkMeter.CONTINUED_TURNS.meterName())
        .description("Turns that went on after their decisions")
        .baseUnit(AdkMeter.CONTINUED_TURNS.unit())
        .tag(
            "adk.status",
            next.map(answer -> answer.status().name().toLowerCase(Locale.ROOT)).orElse("failed"))
        .register(registry)
        .increment();
  }

  /** Returns NaN if the store fails. Reads it at most every ten seconds. */
  private double waiting() {
    Counted known = counted;
    if (known == null || System.nanoTime() - known.atNanos > FRESH_NANOS) {
      known = new Counted(ask(), System.nanoTime());
      counted = known;
    }
    return known.waiting;
  }

  private double ask() {
    try {
      return store.counts().waiting();
    } catch (RuntimeException e) {
      log.debug("The waiting turns could not be counted.", e);
      return Double.NaN;
    }
  }
}
