package dev.adk4j.memory.internal.extraction;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.call.TimedCalls;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StagedFact;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Serves one request: saves the unsaved messages of a conversation into a store. */
final class SaveTask {

  private static final Logger LOG = LoggerFactory.getLogger(SaveTask.class);

  /** Number of consecutive failures after which later messages are tried too. */
  private static final int PATIENCE = 3;

  /** Number of messages to read per message that the filter accepts. */
  private static final int LOOK_AHEAD = 10;

  private final ExtractionCoordinator.Parts parts;
  private final ExtractionJournal journal;
  private final ExtractionTarget target;
  private final ExtractionSettings settings;
  private final Delivery delivery;
  private final TimedCalls calls;
  private final MemoryObserver observer;

  SaveTask(ExtractionCoordinator.Parts parts, ExtractionTarget target, TimedCalls calls) {
    this.parts = parts;
    this.journal = parts.journal();
    this.target = target;
    this.settings = parts.settings();
    this.delivery = new Delivery(target.route(), calls, parts);
    this.calls = calls;
    this.observer = parts.observer();
  }

  /**
   * Saves all messages that are unsaved now; the next request saves later ones. Batches shrink with
   * each consecutive failure and grow with each success. A message rejected alone is set aside if
   * the store accepts a later one, which rules out an outage.
   *
   * @param closing aborts the current delivery
   * @return true if the lease is still held
   * @throws AbortException if {@code closing} fires
   */
  boolean run(SaveLease lease, @Nullable Object parent, AbortSignal closing) {
    return new Run(lease, parent, closing).all();
  }

  /** Messages or facts that are delivered together. */
  private record Piece(
      long lastSeq, int messages, int filtered, Callable<Integer> work, @Nullable String id) {

    /** Returns false if the filter removed all messages. */
    boolean delivers() {
      return messages > 0 || id == null;
    }
  }

  private record Refused(Piece piece, Throwable error) {}

  /** State of one request. */
  private final class Run {

    private final SaveLease lease;
    private final @Nullable Object parent;
    private final AbortSignal closing;
    private int failures;

    private Run(SaveLease lease, @Nullable Object parent, AbortSignal closing) {
      this.lease = lease;
      this.parent = parent;
      this.closing = closing;
      this.failures = journal.cursor(lease.key()).failures();
    }

    boolean all() {
      Optional<StagedBatch> staged =
          delivery.extracts() ? journal.staged(lease.key()) : Optional.empty();
      if (staged.isPresent()) {
        Piece rest = piece(staged.get());
        Throwable error = attempt(rest);
        if (error != null && failures < PATIENCE) {
          return fail(lease, error);
        }
        if (error == null ? !saved(rest) : !passed(new Refused(rest, error))) {
          return journal.renew(lease, settings.leaseLife());
        }
      }
      return unsaved();
    }

    private boolean unsaved() {
      long left = journal.pending(lease.key());
      int most = settings.maxBatchMessages();
      int cap = (int) Math.min(most == 0 ? left : most, Integer.MAX_VALUE);
      int limit = Math.max(1, cap >> Math.min(failures, 30));
      boolean healthy = false;
      while (left > 0) {
        List<JournalEntry> entries = journal.unsaved(lease.key(), (int) Math.min(left, limit));
        if (entries.isEmpty()) {
          return true;
        }
        Piece piece = piece(entries, settings.stageFacts());
        Throwable error = attempt(piece);
        if (error == null) {
          if (!saved(piece)) {
            return false;
          }
          healthy |= piece.messages > 0;
          limit = (int) Math.min(cap, 2L * limit);
        } else if (entries.size() > 1 && (healthy || tooLarge(error))) {
          cap = entries.size() / 2;
          limit = cap;
          continue;
        } else if (entries.size() > 1 || (failures < PATIENCE && !tooLarge(error))) {
          return fail(lease, error);
        } else if (!passed(new Refused(piece, error))) {
          return journal.renew(lease, settings.leaseLife());
        }
        left -= entries.size();
      }
      return true;
    }

    /**
     * Tries messages after the rejected one. Each consecutive failure tries one message further, so
     * several rejected messages in a row do not block the others.
     *
     * @return true if the cursor has passed the rejected message; false also if the lease is lost
     */
    private boolean passed(Refused first) {
      List<Refused> refused = new ArrayList<>(List.of(first));
      int reach = 1 + Math.max(0, failures - PATIENCE) / 2;
      int most = settings.maxBatchMessages();
      int read = most == 0 ? 0 : most + reach * LOOK_AHEAD;
      for (JournalEntry entry : journal.unsaved(lease.key(), read)) {
        Piece next = piece(List.of(entry), false);
        if (entry.seq() <= first.piece.lastSeq || next.messages == 0) {
          continue;
        }
        Throwable error = attempt(next);
        if (error == null) {
          return refused.stream().allMatch(this::setAside) && saved(next);
        }
        refused.add(new Refused(next, error));
        if (refused.size() > reach || AdkException.is(error, MemoryErrorCode.E_MEMORY_TIMEOUT)) {
          break;
        }
      }
      fail(lease, first.error);
      return false;
    }

    /** Sets a piece aside, unless the store accepts it now. */
    private boolean setAside(Refused refused) {
      Throwable error = attempt(refused.piece);
      if (error == null) {
        observer.saved(target.store(), refused.piece.messages);
        return true;
      }
      LOG.error(
          "Data of {} that the memory store '{}' rejects is set aside; later messages continue: {}",
          lease.key().conversation().hash(),
          target.store(),
          MemoryErrors.describe(error));
      String id = refused.piece.id;
      if (id != null) {
        return setAside(refused.piece.lastSeq, id, null, error);
      }
      // Facts saved in the store are confirmed and no longer staged.
      return journal.staged(lease.key()).stream()
          .flatMap(staged -> staged.facts().stream())
          .allMatch(fact -> setAside(refused.piece.lastSeq, null, fact.key(), error));
    }

    private boolean setAside(
        long seq, @Nullable String messageId, @Nullable String factKey, Throwable error) {
      observer.dropped(1);
      return journal.setAside(
          lease,
          new SetAside(
              lease.key(), seq, messageId, factKey, MemoryErrors.describe(error), Instant.EPOCH));
    }

    /** Moves the cursor. Returns true if the lease is still held. */
    private boolean saved(Piece piece) {
      failures = piece.delivers() ? 0 : failures;
      if (!journal.commit(lease, piece.lastSeq, piece.delivers())) {
        LOG.warn(
            "The lease on {} for the memory store '{}' was lost during a save; its"
                + " messages are delivered again.",
            lease.key().conversation().hash(),
            target.store());
        return false;
      }
      if (piece.delivers()) {
        observer.saved(target.store(), piece.messages);
      }
      return true;
    }

    private Piece piece(List<JournalEntry> entries, boolean staging) {
      Batch batch = filtered(lease.key(), entries);
      int messages = batch.messages().size();
      return new Piece(
          batch.lastSeq(),
          messages,
          entries.size() - messages,
          () ->
              staging && delivery.extracts()
                  ? stageAndWrite(lease, batch)
                  : delivery.deliver(batch),
          entries.getLast().message().messageId());
    }

    /** Returns the facts that an earlier attempt extracted but could not write. */
    private Piece piece(StagedBatch staged) {
      return new Piece(
          staged.lastSeq(),
          0,
          0,
          () -> write(lease, journal.staged(lease.key()).orElse(staged).facts()),
          null);
    }

    /** Delivers a piece and returns its failure, or null. */
    private @Nullable Throwable attempt(Piece piece) {
      MemoryObserver.Observation observation =
          observer.begin(
              new MemoryObserver.Operation.Extract(
                  target.store(),
                  piece.messages,
                  piece.filtered,
                  piece.id == null ? null : delivery.extractor(),
                  lease.key().conversation(),
                  parent));
      try {
        int written = piece.delivers() ? deliver(piece) : 0;
        observation.end(MemoryObserver.Outcome.of(written, 0));
        return null;
      } catch (Exception e) {
        observation.end(
            MemoryObserver.Outcome.failed(
                e, e instanceof AbortException && closing.aborted() ? 0 : 1));
        if (e instanceof AbortException abort && closing.aborted()) {
          throw abort;
        }
        return e;
      }
    }

    private int deliver(Piece piece) throws Exception {
      MemoryOwner owner = lease.key().conversation().owner();
      Callable<Integer> prepared =
          () -> {
            parts.beforeSaves().run();
            return piece.work.call();
          };
      return calls.one(
          () -> parts.writes().run(owner, target.store(), prepared),
          settings.timeout(),
          closing,
          parts.taskDecorator());
    }
  }

  private static boolean tooLarge(Throwable error) {
    return AdkException.is(error, AdkErrorCode.E_LLM_CONTEXT_OVERFLOW);
  }

  private Batch filtered(SaveKey key, List<JournalEntry> entries) {
    List<MemoryMessage> messages = new ArrayList<>(entries.size());
    List<Long> numbers = new ArrayList<>(entries.size());
    for (JournalEntry entry : entries) {
      Optional<MemoryMessage> left = target.filter().apply(entry.message());
      if (left.isPresent()) {
        messages.add(left.get());
        numbers.add(entry.seq());
      }
    }
    return new Batch(
        key.conversation(), messages, numbers, entries.getFirst().seq(), entries.getLast().seq());
  }

  private int stageAndWrite(SaveLease lease, Batch batch) throws Exception {
    List<StagedFact> facts = delivery.extract(batch);
    if (!facts.isEmpty() && !journal.stage(lease, new StagedBatch(batch.lastSeq(), facts))) {
      throw new IllegalStateException("the lease was lost while facts were extracted");
    }
    return write(lease, facts);
  }

  private int write(SaveLease lease, List<StagedFact> facts) throws Exception {
    return delivery.write(
        lease.key().conversation(), facts, factKey -> journal.confirm(lease, factKey));
  }

  /** Records a failure. Returns true if the lease is still held. */
  private boolean fail(SaveLease lease, Throwable error) {
    int failures = journal.fail(lease, MemoryErrors.describe(error));
    if (failures == 0) {
      return false;
    }
    observer.saveFailed(target.store(), failures, error);
    LOG.atLevel(settings.backOff().backsOff(failures) ? Level.ERROR : Level.WARN)
        .log(
            "Saving {} into the memory store '{}' failed, {} in a row: {}. The next"
                + " request retries it.",
            lease.key().conversation().hash(),
            target.store(),
            failures,
            MemoryErrors.describe(error));
    return true;
  }
}
