package dev.adk4j.boot.gate;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.Sampled;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.BoundedMap;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/** Meters of open gates and of the time that gates wait. */
final class GateMeters implements MeterBinder, OwnListeners {

  private static final int KEPT = 10_000;

  private final GateService service;
  private final MeterRegistry meters;
  private final Sampled<TurnStore.GateCounts> counts;

  /** The newest gates: the gate of a waiting turn may be closed by another node. */
  private final Map<Key, Long> open = Collections.synchronizedMap(BoundedMap.ofNewest(KEPT));

  GateMeters(GateService service, MeterRegistry meters) {
    this.service = service;
    this.meters = meters;
    this.counts = new Sampled<>("the gates", () -> service.store().gateCounts());
  }

  private record Key(String turnId, String gateId) {}

  @Override
  public void bindTo(MeterRegistry registry) {
    AdkMeter.OPEN_GATES
        .gauge("Gates that wait for a decision", () -> counts.value(TurnStore.GateCounts::open))
        .register(registry);
    AdkMeter.ORPHANED_GATES
        .gauge("Gates whose node is gone", () -> counts.value(TurnStore.GateCounts::orphaned))
        .register(registry);
    Counter settled =
        AdkMeter.SETTLED_GATES
            .counter("Gates that were settled through this node")
            .register(registry);
    service.parkedGates().onSettled(gate -> settled.increment());
  }

  @TurnEventListener
  void on(TurnGate gate) {
    open.put(new Key(gate.turnId(), gate.id()), System.nanoTime());
  }

  @TurnEventListener
  void on(TurnGateClosed closed) {
    Long since = open.remove(new Key(closed.turnId(), closed.gateId()));
    if (since != null) {
      AdkMeter.GATE_WAIT
          .timer("Time from the opening of a gate to its end")
          .tag("adk.gate.result", closed.result().wire())
          .register(meters)
          .record(Duration.ofNanos(System.nanoTime() - since));
    }
  }
}
