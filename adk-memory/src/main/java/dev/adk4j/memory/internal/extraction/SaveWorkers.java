package dev.adk4j.memory.internal.extraction;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.memory.internal.call.Monitor;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of each key on a virtual thread: one thread per key at a time, and a limited
 * number of keys per store. A failure ends only the thread's current work; the next wake starts
 * again.
 */
final class SaveWorkers {

  private static final Logger LOG = LoggerFactory.getLogger(SaveWorkers.class);

  private final ExtractionCoordinator.Parts parts;
  private final ExtractionJournal journal;
  private final Map<String, SaveTask> tasks;
  private final Consumer<SaveKey> afterwards;
  private final Map<String, Semaphore> permits = new ConcurrentHashMap<>();
  private final Monitor monitor;
  private final Map<SaveKey, Worker> running = new HashMap<>();
  private AbortController life = new AbortController();

  /**
   * @param afterwards called after a key's requests have been served
   */
  SaveWorkers(
      ExtractionCoordinator.Parts parts,
      Map<String, SaveTask> tasks,
      Consumer<SaveKey> afterwards) {
    this.parts = parts;
    this.journal = parts.journal();
    this.tasks = tasks;
    this.afterwards = afterwards;
    this.monitor = new Monitor(parts.deadlines());
  }

  /**
   * Starts or continues the worker that serves the key's requests. Returns immediately.
   *
   * @param parent the observation that the request belongs to
   */
  void wake(SaveKey key, @Nullable Object parent) {
    monitor.run(
        () -> {
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
        });
  }

  /** Returns true if the keys' workers, including later ones, end within the limit. */
  boolean awaitIdle(Collection<SaveKey> keys, Duration limit) {
    return monitor.await(() -> Collections.disjoint(running.keySet(), keys), limit);
  }

  /** Returns true if all workers end within the limit. */
  boolean awaitAllIdle(Duration limit) {
    return monitor.await(running::isEmpty, limit);
  }

  /**
   * Waits for workers that may still deliver messages. A worker that waits for its permit has read
   * no messages.
   *
   * @return keys of the workers that did not end within the limit
   */
  Set<SaveKey> awaitSaved(Predicate<SaveKey> which, Duration limit) {
    monitor.await(() -> saving(which).isEmpty(), limit);
    return monitor.get(() -> saving(which));
  }

  private Set<SaveKey> saving(Predicate<SaveKey> which) {
    return running.values().stream()
        .filter(worker -> worker.saving)
        .map(worker -> worker.key)
        .filter(which)
        .collect(Collectors.toSet());
  }

  /** Allows work again after {@link #close}. */
  void open() {
    monitor.run(() -> life = new AbortController());
  }

  /**
   * Starts no more work and aborts running work, which returns its leases. Does not interrupt the
   * workers' threads: on an interrupt, a database driver may cancel its statement or even close a
   * file.
   */
  void close() {
    current().abort("closed");
  }

  private AbortController current() {
    return monitor.get(() -> life);
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
          permits.computeIfAbsent(
              key.store(), s -> new Semaphore(parts.settings().concurrency(), true));
      permit.acquireUninterruptibly();
      AbortSignal closing = current().signal();
      try {
        if (closing.aborted()) {
          return;
        }
        SaveTask task = Objects.requireNonNull(tasks.get(key.store()), key.store());
        saving(true);
        journal
            .acquire(key, parts.settings().leaseLife())
            .ifPresent(lease -> drain(task, lease, closing));
        if (!closing.aborted()) {
          afterwards.accept(key);
        }
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        LOG.error(
            "Processing the requests of {} for the memory store '{}' failed; its"
                + " messages stay in the journal.",
            key.conversation().hash(),
            key.store(),
            e);
      } finally {
        saving(false);
        permit.release();
      }
    }

    private void saving(boolean now) {
      monitor.run(() -> saving = now);
    }

    private void drain(SaveTask task, SaveLease lease, AbortSignal closing) {
      try (Repeating keeper =
          new LeaseKeeper(journal, lease, parts.settings().leaseLife()).start(parts.deadlines())) {
        boolean held = true;
        while (held && !closing.aborted() && journal.begin(lease)) {
          held = task.run(lease, parent, closing);
        }
        if (held && closing.aborted()) {
          journal.release(lease);
        }
      } catch (AbortException e) {
        // The next holder delivers these messages again.
        journal.release(lease);
      } catch (Throwable e) {
        // The lease would otherwise block the key until it expires.
        try {
          journal.release(lease);
        } catch (RuntimeException also) {
          e.addSuppressed(also);
        }
        throw e;
      }
    }

    private boolean wokenAgain() {
      return monitor.get(
          () -> {
            boolean woken = again && !life.signal().aborted();
            again = false;
            if (!woken) {
              running.remove(key, this);
            }
            return woken;
          });
    }

    private void ended() {
      monitor.run(() -> running.remove(key, this));
    }
  }
}
