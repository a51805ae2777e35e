package dev.adk4j.memory.extraction;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.memory.call.Deadlines;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.journal.SaveLease;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off the requests of each key on a virtual thread, one thread for a key at a time and so
 * many keys of a store at the same time. Whatever goes wrong ends that thread's work, never the
 * key's: the next wake starts afresh.
 */
final class SaveWorkers {

  private static final Logger LOG = LoggerFactory.getLogger(SaveWorkers.class);

  private final ExtractionJournal journal;
  private final Map<String, SaveTask> tasks;
  private final ExtractionSettings settings;
  private final Deadlines deadlines;
  private final Consumer<SaveKey> afterwards;
  private final Map<String, Semaphore> permits = new ConcurrentHashMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private final Map<SaveKey, Worker> running = new HashMap<>();
  private AbortController life = new AbortController();

  /**
   * @param afterwards called when a key's requests are worked off
   */
  SaveWorkers(
      ExtractionJournal journal,
      Map<String, SaveTask> tasks,
      ExtractionSettings settings,
      Deadlines deadlines,
      Consumer<SaveKey> afterwards) {
    this.journal = journal;
    this.tasks = tasks;
    this.settings = settings;
    this.deadlines = deadlines;
    this.afterwards = afterwards;
  }

  /**
   * Sees to it that the requests recorded for the key so far are worked off; returns at once.
   *
   * @param parent what the request belongs to, for observers
   */
  void wake(SaveKey key, @Nullable Object parent) {
    lock.lock();
    try {
      Worker worker = running.get(key);
      if (life.signal().aborted()) {
        return;
      }
      if (worker == null) {
        Worker started = new Worker(key, parent);
        running.put(key, started);
        Thread.ofVirtual().name("adk-memory-save").start(started);
      } else {
        worker.again = true;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether all that work on those keys ended within the time; later ones included. */
  boolean awaitIdle(Collection<SaveKey> keys, Duration limit) {
    return awaitUntil(() -> Collections.disjoint(running.keySet(), keys), limit);
  }

  /**
   * Waits for those that may deliver something they have read; one that waits for its turn has read
   * nothing yet.
   *
   * @return the keys of those that had not ended within the time
   */
  Set<SaveKey> awaitSaved(Predicate<SaveKey> which, Duration limit) {
    awaitUntil(() -> saving(which).isEmpty(), limit);
    lock.lock();
    try {
      return saving(which);
    } finally {
      lock.unlock();
    }
  }

  private Set<SaveKey> saving(Predicate<SaveKey> which) {
    return running.values().stream()
        .filter(worker -> worker.saving)
        .map(worker -> worker.key)
        .filter(which)
        .collect(Collectors.toSet());
  }

  boolean awaitAllIdle(Duration limit) {
    return awaitUntil(running::isEmpty, limit);
  }

  private boolean awaitUntil(BooleanSupplier done, Duration limit) {
    boolean[] expired = {false};
    try (Subscription deadline = deadlines.after(limit, () -> expire(expired))) {
      lock.lock();
      try {
        while (!done.getAsBoolean() && !expired[0]) {
          idle.await();
        }
        return done.getAsBoolean();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        lock.unlock();
      }
    }
  }

  private void expire(boolean[] expired) {
    lock.lock();
    try {
      expired[0] = true;
      idle.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Works again after it was closed. */
  void open() {
    lock.lock();
    try {
      life = new AbortController();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts nothing any more and aborts what runs, which gives its leases back. The workers' own
   * threads are not interrupted: a database's driver may break off, or even close a file, on a
   * thread that is.
   */
  void close() {
    current().abort("closed");
  }

  private AbortController current() {
    lock.lock();
    try {
      return life;
    } finally {
      lock.unlock();
    }
  }

  private final class Worker implements Runnable {

    private final SaveKey key;
    private final @Nullable Object parent;
    private boolean again;
    private boolean saving;

    private Worker(SaveKey key, @Nullable Object parent) {
      this.key = key;
      this.parent = parent;
    }

    @Override
    public void run() {
      try {
        do {
          workOff();
        } while (wokenAgain());
      } finally {
        ended();
      }
    }

    private void workOff() {
      Semaphore permit =
          permits.computeIfAbsent(key.store(), s -> new Semaphore(settings.concurrency(), true));
      permit.acquireUninterruptibly();
      AbortSignal closing = current().signal();
      try {
        if (closing.aborted()) {
          return;
        }
        saving(true);
        journal.acquire(key, settings.leaseLife()).ifPresent(lease -> drain(lease, closing));
        if (!closing.aborted()) {
          afterwards.accept(key);
        }
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        LOG.error(
            "Working off the requests of {} for the memory store '{}' broke off; its messages stay"
                + " in the journal.",
            key.conversation().hash(),
            key.store(),
            e);
      } finally {
        saving(false);
        permit.release();
      }
    }

    private void saving(boolean now) {
      lock.lock();
      try {
        saving = now;
        idle.signalAll();
      } finally {
        lock.unlock();
      }
    }

    private void drain(SaveLease lease, AbortSignal closing) {
      SaveTask task = tasks.get(key.store());
      if (task == null) {
        journal.release(lease);
        return;
      }
      try (LeaseKeeper keeper = LeaseKeeper.keep(journal, lease, settings, deadlines)) {
        boolean held = true;
        while (held && !closing.aborted() && journal.begin(lease)) {
          held = task.run(lease, parent, closing);
        }
        if (held && closing.aborted()) {
          journal.release(lease);
        }
      } catch (AbortException e) {
        // Aborted in the middle: whoever comes next delivers these messages again.
        journal.release(lease);
      } catch (Throwable e) {
        // Else the lease would keep everybody out for the rest of its life.
        try {
          journal.release(lease);
        } catch (RuntimeException also) {
          e.addSuppressed(also);
        }
        throw e;
      }
    }

    private boolean wokenAgain() {
      lock.lock();
      try {
        boolean woken = again && !life.signal().aborted();
        again = false;
        if (!woken) {
          running.remove(key, this);
        }
        return woken;
      } finally {
        lock.unlock();
      }
    }

    private void ended() {
      lock.lock();
      try {
        running.remove(key, this);
        idle.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
