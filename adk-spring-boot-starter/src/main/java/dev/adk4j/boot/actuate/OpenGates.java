package dev.adk4j.boot.actuate;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Ids;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gates that wait on this node. Thread-safe. */
final class OpenGates implements OwnListeners {

  private final Mutex lock = new Mutex();
  private final Map<Key, Open> open = new LinkedHashMap<>();

  /**
   * @param ref reference of its record, or one of this node if it is not recorded
   */
  record Open(TurnGate gate, String ref) {}

  List<Open> all() {
    return lock.get(() -> new ArrayList<>(open.values()));
  }

  Optional<Open> find(String turnId, String gateId) {
    return lock.get(() -> Optional.ofNullable(open.get(new Key(turnId, gateId))));
  }

  Optional<Open> find(String ref) {
    return all().stream().filter(gate -> gate.ref().equals(ref)).findFirst();
  }

  @TurnEventListener
  void on(TurnGate gate) {
    Key key = new Key(gate.turnId(), gate.id());
    lock.run(
        () -> {
          open.put(key, new Open(gate, gate.ref().orElseGet(Ids::next)));
          // an earlier listener may have settled it
          if (gate.isSettled()) {
            open.remove(key);
          }
        });
  }

  @TurnEventListener
  void on(TurnGateClosed closed) {
    lock.run(() -> open.remove(new Key(closed.turnId(), closed.gateId())));
  }

  private record Key(String turnId, String gateId) {}
}
