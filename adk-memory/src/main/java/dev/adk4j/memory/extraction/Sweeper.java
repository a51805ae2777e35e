package dev.adk4j.memory.extraction;

import dev.adk4j.abort.Subscription;
import dev.adk4j.memory.call.Deadlines;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then for what nobody else will do: turns whose end was never heard of, requests
 * whose worker died, failed saves, and conversations that went quiet. One process at a time; what
 * is too much for one sweep is left to the next.
 */
final class Sweeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

  /** How much of each kind one sweep takes on. */
  private static final int AT_ONCE = 500;

  private final ExtractionCoordinator coordinator;
  private final ExtractionJournal journal;
  private final ExtractionSettings settings;
  private final MemoryObserver observer;
  private final Deadlines deadlines;
  private final String node = Ids.next();
  private final ReentrantLock lock = new ReentrantLock();
  private Subscription next = () -> {};
  private boolean running;

  Sweeper(
      ExtractionCoordinator coordinator,
      ExtractionJournal journal,
      ExtractionSettings settings,
      MemoryObserver observer,
      Deadlines deadlines) {
    this.coordinator = coordinator;
    this.journal = journal;
    this.settings = settings;
    this.observer = observer;
    this.deadlines = deadlines;
  }

  void start() {
    lock.lock();
    try {
      if (!running) {
        running = true;
        schedule();
      }
    } finally {
      lock.unlock();
    }
  }

  private void schedule() {
    lock.lock();
    try {
      if (running) {
        next =
            deadlines.after(
                settings.sweepInterval(),
                () -> Thread.ofVirtual().name("adk-memory-sweep").start(this::tick));
      }
    } finally {
      lock.unlock();
    }
  }

  private void tick() {
    try {
      sweep();
    } finally {
      schedule();
    }
  }

  void sweep() {
    Set<String> stores = coordinator.stores();
    if (stores.isEmpty()) {
      return;
    }
    try {
      coordinator.forgetSaved();
      if (journal.acquireSweep(node, settings.sweepInterval().multipliedBy(2))) {
        sweep(stores);
      }
    } catch (RuntimeException e) {
      LOG.error("The memory sweep broke off; the next one starts afresh.", e);
    }
  }

  private void sweep(Set<String> stores) {
    journal
        .overdueTurns(settings.turnTimeout(), AT_ONCE)
        .forEach(turn -> coordinator.turnEnded(turn.conversation(), turn.turnId()));
    journal.abandoned(stores, AT_ONCE).forEach(coordinator::wake);
    if (isOn(settings.retryInterval())) {
      journal
          .failed(stores, settings.retryInterval(), AT_ONCE)
          .forEach(key -> coordinator.fire(key.conversation(), key.store()));
    }
    if (isOn(settings.idleFlushAfter())) {
      journal
          .idle(stores, settings.idleFlushAfter(), AT_ONCE)
          .forEach(key -> coordinator.fire(key.conversation(), key.store()));
    }
    journal.trim(stores);
    journal.tidy(stores, settings.orphanRetention());
    dropTooOld();
  }

  private void dropTooOld() {
    Duration maxAge = settings.maxAge();
    long dropped = maxAge == null ? 0 : journal.dropOlderThan(maxAge);
    if (dropped > 0) {
      LOG.error(
          "{} captured messages older than {} were dropped although a memory store has not got"
              + " them.",
          dropped,
          maxAge);
      observer.dropped(dropped);
    }
  }

  private static boolean isOn(Duration duration) {
    return duration.isPositive();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      running = false;
      next.close();
    } finally {
      lock.unlock();
    }
  }
}
