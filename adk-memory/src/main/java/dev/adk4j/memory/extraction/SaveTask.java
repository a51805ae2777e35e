package dev.adk4j.memory.extraction;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.call.WritesUnderWay;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.JournalEntry;
import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.journal.SaveLease;
import dev.adk4j.memory.journal.SetAside;
import dev.adk4j.memory.journal.StagedBatch;
import dev.adk4j.memory.journal.StagedFact;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.MemoryOperation;
import dev.adk4j.memory.observe.MemoryOutcome;
import dev.adk4j.memory.store.MemoryMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves one request: saves what a conversation has not saved into a store. */
final class SaveTask {

  private static final Logger LOG = LoggerFactory.getLogger(SaveTask.class);

  /** After so many failures in a row, what comes behind is tried as well. */
  private static final int PATIENCE = 3;

  /** How many messages to read for one that the filter lets through. */
  private static final int LOOK_AHEAD = 10;

  private final ExtractionJournal journal;
  private final ExtractionTarget target;
  private final ExtractionSettings settings;
  private final Delivery delivery;
  private final TimedCalls calls;
  private final MemoryObserver observer;
  private final UnaryOperator<Runnable> propagate;
  private final Runnable beforeSaves;
  private final WritesUnderWay writes;

  SaveTask(
      ExtractionJournal journal,
      ExtractionTarget target,
      ExtractionSettings settings,
      Delivery delivery,
      TimedCalls calls,
      MemoryObserver observer,
      UnaryOperator<Runnable> propagate,
      Runnable beforeSaves,
      WritesUnderWay writes) {
    this.journal = journal;
    this.target = target;
    this.settings = settings;
    this.delivery = delivery;
    this.calls = calls;
    this.observer = observer;
    this.propagate = propagate;
    this.beforeSaves = beforeSaves;
    this.writes = writes;
  }

  /**
   * Saves all that is unsaved now; what arrives meanwhile is left to the next request. A batch gets
   * smaller with every failure in a row, and larger again with every success. What is refused alone
   * is set aside where the store takes what comes after it, which tells it from an outage.
   *
   * @param closing aborts what is delivered at the moment
   * @return whether the lease is still held
   * @throws AbortException where it was aborted in the middle
   */
  boolean run(SaveLease lease, @Nullable Object parent, AbortSignal closing) {
    return new Run(lease, parent, closing).all();
  }

  /** What is delivered in one go. */
  private record Piece(
      long lastSeq, int messages, int filtered, Callable<Integer> work, @Nullable String id) {}

  private record Refused(Piece piece, Throwable error) {}

  /** One request. */
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
     * Looks for something behind what was refused that the store takes. Each failure in a row looks
     * one further, lest several in a row that cannot be stored stop everything.
     *
     * @return whether the cursor is behind it now; false also where the lease is lost
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
        if (refused.size() > reach || AdkException.is(error, AdkErrorCode.E_MEMORY_TIMEOUT)) {
          break;
        }
      }
      fail(lease, first.error);
      return false;
    }

    /** Unless it is taken now that something else was. */
    private boolean setAside(Refused refused) {
      Throwable error = attempt(refused.piece);
      if (error == null) {
        observer.saved(target.store(), refused.piece.messages);
        return true;
      }
      LOG.error(
          "What cannot be stored of {} in the memory store '{}' is set aside; what comes after it"
              + " goes on: {}",
          lease.key().conversation().hash(),
          target.store(),
          describe(error));
      String id = refused.piece.id;
      if (id != null) {
        return setAside(refused.piece.lastSeq, id, null, error);
      }
      // Those that the store has were confirmed.
      return journal.staged(lease.key()).stream()
          .flatMap(staged -> staged.facts().stream())
          .allMatch(fact -> setAside(refused.piece.lastSeq, null, fact.key(), error));
    }

    private boolean setAside(
        long seq, @Nullable String messageId, @Nullable String factKey, Throwable error) {
      observer.dropped(1);
      return journal.setAside(
          lease,
          new SetAside(lease.key(), seq, messageId, factKey, describe(error), Instant.EPOCH));
    }

    private boolean saved(Piece piece) {
      boolean delivered = piece.messages > 0 || piece.id == null;
      failures = delivered ? 0 : failures;
      return commit(lease, piece.lastSeq, delivered, piece.messages);
    }

    private Piece piece(List<JournalEntry> entries, boolean staging) {
      Batch batch = filtered(lease.key(), entries);
      int messages = batch.messages().size();
      return new Piece(
          batch.lastSeq(),
          messages,
          entries.size() - messages,
          () -> staging ? deliver(lease, batch) : delivery.deliver(batch),
          entries.getLast().message().messageId());
    }

    /** What an earlier try extracted and could not write. */
    private Piece piece(StagedBatch staged) {
      return new Piece(
          staged.lastSeq(),
          0,
          0,
          () -> write(lease, journal.staged(lease.key()).orElse(staged).facts()),
          null);
    }

    /** What it failed with; null where it is stored. */
    private @Nullable Throwable attempt(Piece piece) {
      boolean delivers = piece.messages > 0 || piece.id == null;
      MemoryObserver.Observation observation =
          observer.begin(
              new MemoryOperation.Extract(
                  target.store(),
                  piece.messages,
                  piece.filtered,
                  piece.id == null ? null : delivery.extractor().orElse(null),
                  lease.key().conversation(),
                  parent));
      try {
        int written =
            delivers
                ? calls.one(
                    () ->
                        writes.run(
                            lease.key().conversation().owner(),
                            target.store(),
                            () -> prepared(piece.work)),
                    settings.timeout(),
                    closing,
                    propagate)
                : 0;
        observation.end(MemoryOutcome.of(written));
        return null;
      } catch (Exception e) {
        observation.end(
            MemoryOutcome.failed(e, e instanceof AbortException && closing.aborted() ? 0 : 1));
        if (e instanceof AbortException abort && closing.aborted()) {
          throw abort;
        }
        return e;
      }
    }
  }

  private static boolean tooLarge(Throwable error) {
    return AdkException.is(error, AdkErrorCode.E_LLM_CONTEXT_OVERFLOW);
  }

  private Integer prepared(Callable<Integer> work) throws Exception {
    beforeSaves.run();
    return work.call();
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

  private int deliver(SaveLease lease, Batch batch) throws Exception {
    if (!delivery.extracts()) {
      return delivery.deliver(batch);
    }
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

  private boolean commit(SaveLease lease, long lastSeq, boolean delivered, int messages) {
    if (!journal.commit(lease, lastSeq, delivered)) {
      LOG.warn(
          "The lease on {} for the memory store '{}' was lost while it was saved; its messages are"
              + " delivered again.",
          lease.key().conversation().hash(),
          target.store());
      return false;
    }
    if (delivered) {
      observer.saved(target.store(), messages);
    }
    return true;
  }

  /** Whether the lease is still held. */
  private boolean fail(SaveLease lease, Throwable error) {
    int failures = journal.fail(lease, describe(error));
    if (failures == 0) {
      return false;
    }
    observer.saveFailed(target.store(), failures, error);
    String text =
        "Saving {} into the memory store '{}' failed, {} in a row: {}. It is tried again with the"
            + " next request.";
    String conversation = lease.key().conversation().hash();
    if (settings.backOff().backsOff(failures)) {
      LOG.error(text, conversation, target.store(), failures, describe(error));
    } else {
      LOG.warn(text, conversation, target.store(), failures, describe(error));
    }
    return true;
  }

  /** Class and code; a message might quote content. */
  private static String describe(Throwable error) {
    String name = error.getClass().getName();
    return error instanceof AdkException adk ? name + " " + adk.code() : name;
  }
}
