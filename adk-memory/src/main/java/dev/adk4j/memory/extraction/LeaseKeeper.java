package dev.adk4j.memory.extraction;

import dev.adk4j.abort.Subscription;
import dev.adk4j.memory.call.Deadlines;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.SaveLease;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a lease at every third of its life until it is closed or the lease is lost. */
final class LeaseKeeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  private final ExtractionJournal journal;
  private final SaveLease lease;
  private final Duration life;
  private final Deadlines deadlines;
  private final ReentrantLock lock = new ReentrantLock();
  private Subscription next = () -> {};
  private boolean closed;

  private LeaseKeeper(
      ExtractionJournal journal, SaveLease lease, Duration life, Deadlines deadlines) {
    this.journal = journal;
    this.lease = lease;
    this.life = life;
    this.deadlines = deadlines;
  }

  static LeaseKeeper keep(
      ExtractionJournal journal,
      SaveLease lease,
      ExtractionSettings settings,
      Deadlines deadlines) {
    LeaseKeeper keeper = new LeaseKeeper(journal, lease, settings.leaseLife(), deadlines);
    keeper.schedule();
    return keeper;
  }

  private void schedule() {
    lock.lock();
    try {
      if (!closed) {
        // The journal may block, which the timer's thread must not.
        next =
            deadlines.after(
                life.dividedBy(3),
                () -> Thread.ofVirtual().name("adk-memory-lease").start(this::renew));
      }
    } finally {
      lock.unlock();
    }
  }

  private void renew() {
    try {
      if (journal.renew(lease, life)) {
        schedule();
      }
    } catch (RuntimeException e) {
      LOG.warn("A memory lease could not be renewed; it is tried again.", e);
      schedule();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      next.close();
    } finally {
      lock.unlock();
    }
  }
}
