package dev.adk4j.stored;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes the threads of this process that wait for a turn after something happened to it here. */
final class TurnSignals {

  private final Map<String, Set<Waiter>> waiters = new ConcurrentHashMap<>();

  /** Starts to count signals for a turn. Read the turn after this call, then wait. */
  Waiter listen(String turnId) {
    Waiter waiter = new Waiter(turnId);
    waiters.compute(
        turnId,
        (id, known) -> {
          Set<Waiter> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(waiter);
          return all;
        });
    return waiter;
  }

  void tell(String turnId) {
    waiters.getOrDefault(turnId, Set.of()).forEach(waiter -> waiter.told.release());
  }

  /** A thread that waits. */
  final class Waiter implements AutoCloseable {

    private final String turnId;
    private final Semaphore told = new Semaphore(0);

    private Waiter(String turnId) {
      this.turnId = turnId;
    }

    /** Waits for a signal since the last call, at most for that time. */
    void await(long nanos) throws InterruptedException {
      if (told.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        told.drainPermits();
      }
    }

    @Override
    public void close() {
      waiters.computeIfPresent(turnId, (id, all) -> all.remove(this) && all.isEmpty() ? null : all);
    }
  }
}
