package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds unfinished work: turns without an end, requests whose worker died, failed saves and idle
 * conversations. One process sweeps at a time, with a limit for each kind.
 */
final class Sweeper {

  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

  /** Limit for each kind in one sweep. */
  private static final int LIMIT = 500;

  private final ExtractionCoordinator coordinator;
  private final ExtractionJournal journal;
  private final ExtractionSettings settings;
  private final MemoryObserver observer;
  private final String node = Ids.next();

  Sweeper(ExtractionCoordinator coordinator, MemoryObserver observer) {
    this.coordinator = coordinator;
    this.journal = coordinator.journal();
    this.settings = coordinator.settings();
    this.observer = observer;
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
      LOG.error("The memory sweep failed; the next one starts from the beginning.", e);
    }
  }

  private void sweep(Set<String> stores) {
    journal
        .overdueTurns(settings.turnTimeout(), LIMIT)
        .forEach(turn -> coordinator.turnEnded(turn.conversation(), turn.turnId()));
    journal.abandoned(stores, LIMIT).forEach(coordinator::wake);
    if (settings.retryInterval().isPositive()) {
      journal.failed(stores, settings.retryInterval(), LIMIT).forEach(coordinator::fire);
    }
    if (settings.idleFlushAfter().isPositive()) {
      journal.idle(stores, settings.idleFlushAfter(), LIMIT).forEach(coordinator::fire);
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
          "{} captured messages older than {} were dropped, although a memory store"
              + " has not saved them.",
          dropped,
          maxAge);
      observer.dropped(dropped);
    }
  }
}
