package dev.adk4j.gate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The gates that threads of this process wait for. Several may wait for one. Thread-safe. */
final class DeskWaiters implements GateWatcher {

  private final ConcurrentHashMap<String, List<DeskGate>> byRef = new ConcurrentHashMap<>();

  void add(DeskGate gate) {
    byRef.compute(
        gate.ref(),
        (ref, known) -> {
          List<DeskGate> gates = known == null ? new CopyOnWriteArrayList<>() : known;
          gates.add(gate);
          return gates;
        });
  }

  void remove(DeskGate gate) {
    byRef.computeIfPresent(
        gate.ref(),
        (ref, gates) -> {
          gates.remove(gate);
          return gates.isEmpty() ? null : gates;
        });
  }

  List<DeskGate> at(String ref) {
    return byRef.getOrDefault(ref, List.of());
  }

  Stream<DeskGate> all() {
    return byRef.values().stream().flatMap(List::stream);
  }

  boolean isEmpty() {
    return byRef.isEmpty();
  }

  @Override
  public Set<GateName> waiting() {
    Set<GateName> names = new HashSet<>();
    all().map(gate -> new GateName(gate.tenant(), gate.ref())).forEach(names::add);
    return names;
  }

  /** The look goes to the store and to the application's schema, so it gets a thread. */
  @Override
  public void changed(String ref) {
    at(ref).forEach(gate -> Thread.ofVirtual().name("adk-gate-" + ref).start(gate::check));
  }
}
