package dev.adk4j.boot.gate;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.Sampled;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Meters of open gates and of the time that gates wait. */
final class GateMeters implements MeterBinder, OwnListeners {

  private static final int KEPT = 10_000;

  private final GateService service;
  private final MeterRegistry meters;
  private final Sampled<TurnStore.GateCounts> counts;

  /** The newest gates: the gate of a waiting turn may be closed by another node. */
  private final Map<Key, Long> open =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
              return size() > KEPT;
            }
          });

  GateMeters(GateService service, MeterRegistry meters) {
    this.service = service;
    this.meters = meters;
    this.counts = new Sampled<>("the gates", () -> service.store().gateCounts());
  }

  private record Key(String turnId, String gateId) {}

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(
        registry,
        AdkMeter.OPEN_GATES,
        "Gates that wait for a decision",
        TurnStore.GateCounts::open);
    gauge(
        registry,
        AdkMeter.ORPHANED_GATES,
        "Gates whose node is gone",
        TurnStore.GateCounts::orphaned);
    Counter settled =
        Counter.builder(AdkMeter.SETTLED_GATES.meterName())
            .description("Gates that were settled through this node")
            .baseUnit(AdkMeter.SETTLED_GATES.unit())
            .register(registry);
    service.parkedGates().onSettled(gate -> settled.increment());
  }

  private void gauge(
      MeterRegistry registry,
      AdkMeter meter,
      String what,
      ToDoubleFunction<TurnStore.GateCounts> value) {
    Gauge.builder(meter.meterName(), () -> counts.value(value))
        .description(what)
        .baseUnit(meter.unit())
        .register(registry);
  }

  @TurnEventListener
  void on(TurnGate gate) {
    open.put(new Key(gate.turnId(), gate.id()), System.nanoTime());
  }

  @TurnEventListener
  void on(TurnGateClosed closed) {
    Long since = open.remove(new Key(closed.turnId(), closed.gateId()));
    if (since != null) {
      Timer.builder(AdkMeter.GATE_WAIT.meterName())
          .description("Time from the opening of a gate to its end")
          .tag("adk.gate.result", closed.result().wire())
          .register(meters)
          .record(Duration.ofNanos(System.nanoTime() - since));
    }
  }
}
