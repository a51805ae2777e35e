package dev.adk4j.boot.gate;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.Sampled;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Answer;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnCounts.Event;
import dev.adk4j.stored.TurnStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Optional;

/** Meters of turns that wait for decisions, and of those that resumed. */
final class StoredTurnMeters implements MeterBinder {

  private final Sampled<TurnStore.Counts> counts;
  private static final String CALL = "call_";

  private final AgentRegistry turns;
  private final TurnCounts here;

  StoredTurnMeters(TurnStore store, AgentRegistry turns) {
    this.counts = new Sampled<>("the waiting turns", store::counts);
    this.turns = turns;
    this.here = store.here();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    AdkMeter.WAITING_TURNS
        .gauge("Turns that wait for decisions", () -> counts.value(TurnStore.Counts::waiting))
        .register(registry);
    turns.onContinued(next -> continued(registry, next));
    count(registry, AdkMeter.FENCED_TURNS, "Runs that lost their claim on a turn", Event.FENCED);
    count(registry, AdkMeter.FAILED_TURNS, "Stored turns that failed", Event.FAILED);
    for (Event event : Event.values()) {
      String name = event.name().toLowerCase(Locale.ROOT);
      if (name.startsWith(CALL)) {
        String[] outcome = {"adk.outcome", name.substring(CALL.length())};
        String meaning = "Calls that a dead process had started";
        count(registry, AdkMeter.INTERRUPTED_CALLS, meaning, event, outcome);
      }
    }
  }

  private void count(
      MeterRegistry registry, AdkMeter meter, String meaning, Event event, String... tags) {
    meter.counter(meaning, here, counted -> counted.of(event)).tags(tags).register(registry);
  }

  private static void continued(MeterRegistry registry, Optional<Answer> next) {
    AdkMeter.CONTINUED_TURNS
        .counter("Turns that resumed after their decisions")
        .tag(
            "adk.status",
            next.map(answer -> answer.status().name().toLowerCase(Locale.ROOT)).orElse("failed"))
        .register(registry)
        .increment();
  }
}
