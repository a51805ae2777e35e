package dev.adk4j.boot.actuate;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.callback.OwnListeners;
import dev.adk4j.event.TurnGateClosed;
import dev.adk4j.gate.TurnGate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The gates that wait on this node. Thread-safe. */
final class OpenGates implements OwnListeners {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, TurnGate> open = new LinkedHashMap<>();

  List<TurnGate> all() {
    lock.lock();
    try {
      return new ArrayList<>(open.values());
    } finally {
      lock.unlock();
    }
  }

  Optional<TurnGate> find(String turnId, String gateId) {
    lock.lock();
    try {
      return Optional.ofNullable(open.get(new Key(turnId, gateId)));
    } finally {
      lock.unlock();
    }
  }

  @TurnEventListener
  void on(TurnGate gate) {
    lock.lock();
    try {
      open.put(new Key(gate.turnId(), gate.id()), gate);
      // whoever listened before may have settled it
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
