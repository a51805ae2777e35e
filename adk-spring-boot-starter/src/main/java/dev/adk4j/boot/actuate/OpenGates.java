package dev.adk4j.boot.actuate;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.value.Ids;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Gates that wait on this node. Thread-safe. */
final class OpenGates implements OwnListeners {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, Open> open = new LinkedHashMap<>();

  /**
   * @param ref reference of its record, or one of this node if it is not recorded
   */
  record Open(TurnGate gate, String ref) {}

  List<Open> all() {
    lock.lock();
    try {
      return new ArrayList<>(open.values());
    } finally {
      lock.unlock();
    }
  }

  Optional<Open> find(String turnId, String gateId) {
    lock.lock();
    try {
      return Optional.ofNullable(open.get(new Key(turnId, gateId)));
    } finally {
      lock.unlock();
    }
  }

  Optional<Open> find(String ref) {
    return all().stream().filter(gate -> gate.ref().equals(ref)).findFirst();
  }

  @TurnEventListener
  void on(TurnGate gate) {
    lock.lock();
    try {
      open.put(new Key(gate.turnId(), gate.id()), new Open(gate, gate.ref().orElseGet(Ids::next)));
      // an earlier listener may have settled it
      if (gate.isSettled()) {
        open.remove(new Key(gate.turnId(), gate.id()));
      }
    } finally {
      lock.unlock();
    }
  }

  @TurnEventListener
  void on(TurnGateClosed closed) {
    lock.lock();
    try {
      open.remove(new Key(closed.turnId(), closed.gateId()));
    } finally {
      lock.unlock();
    }
  }

  private record Key(String turnId, String gateId) {}
}
