package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.internal.call.Deadlines;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a lease after each third of its lifetime until it is closed or the lease is lost. */
record LeaseKeeper(ExtractionJournal journal, SaveLease lease, Duration life) {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  Repeating start(Deadlines deadlines) {
    return new Repeating(deadlines, life.dividedBy(3), "adk-memory-lease", this::renew).start();
  }

  private boolean renew() {
    try {
      return journal.renew(lease, life);
    } catch (RuntimeException e) {
      LOG.warn("A memory lease could not be renewed; retrying.", e);
      return true;
    }
  }
}
