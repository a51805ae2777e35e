package dev.adk4j.memory.extraction;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.JournalEntry;
import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.journal.SaveLease;
import dev.adk4j.memory.journal.StagedBatch;
import dev.adk4j.memory.journal.StagedFact;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.MemoryOperation;
import dev.adk4j.memory.observe.MemoryOutcome;
import dev.adk4j.memory.store.MemoryMessage;
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

  private final ExtractionJournal journal;
  private final ExtractionTarget target;
  private final ExtractionSettings settings;
  private final Delivery delivery;
  private final TimedCalls calls;
  private final MemoryObserver observer;
  private final UnaryOperator<Runnable> propagate;
  private final Runnable beforeSaves;

  SaveTask(
      ExtractionJournal journal,
      ExtractionTarget target,
      ExtractionSettings settings,
      Delivery delivery,
      TimedCalls calls,
      MemoryObserver observer,
      UnaryOperator<Runnable> propagate,
      Runnable beforeSaves) {
    this.journal = journal;
    this.target = target;
    this.settings = settings;
    this.delivery = delivery;
    this.calls = calls;
    this.observer = observer;
    this.propagate = propagate;
    this.beforeSaves = beforeSaves;
  }

  /**
   * Saves all that is unsaved now, in as many batches as the settings want; what arrives meanwhile
   * is left to the next request.
   *
   * @param closing aborts what is delivered at the moment
   * @return whether the lease is still held
   * @throws AbortException where it was aborted in the middle
   */
  boolean run(SaveLease lease, @Nullable Object parent, AbortSignal closing) {
    long last = -1;
    int limit = settings.maxBatchMessages();
    Step finished = finishStaged(lease, parent, closing);
    if (finished != Step.SAVED) {
      return finished == Step.FAILED;
    }
    List<JournalEntry> rest = journal.unsaved(lease.key(), 0);
    if (!rest.isEmpty()) {
      last = rest.getLast().seq();
    }
    while (!rest.isEmpty()) {
      List<JournalEntry> batch =
          limit == 0 || rest.size() <= limit ? rest : List.copyOf(rest.subList(0, limit));
      Step step = save(lease, batch, parent, closing);
      if (step != Step.SAVED) {
        return step == Step.FAILED;
      }
      rest = batch.getLast().seq() >= last ? List.of() : rest.subList(batch.size(), rest.size());
    }
    return true;
  }

  private enum Step {
    SAVED,
    FAILED,
    LOST
  }

  private Step save(
      SaveLease lease, List<JournalEntry> entries, @Nullable Object parent, AbortSignal closing) {
    Batch batch = filtered(lease.key(), entries);
    int messages = batch.messages().size();
    return observed(
        lease,
        new MemoryOperation.Extract(
            target.store(),
            messages,
            entries.size() - messages,
            delivery.extractor().orElse(null),
            lease.key().conversation(),
            parent),
        batch.lastSeq(),
        messages > 0,
        () -> messages == 0 ? 0 : deliver(lease, batch),
        closing);
  }

  /** What an earlier try extracted and could not write; saved where there is nothing. */
  private Step finishStaged(SaveLease lease, @Nullable Object parent, AbortSignal closing) {
    Optional<StagedBatch> found =
        delivery.extracts() ? journal.staged(lease.key()) : Optional.empty();
    if (found.isEmpty()) {
      return Step.SAVED;
    }
    StagedBatch staged = found.get();
    return observed(
        lease,
        new MemoryOperation.Extract(target.store(), 0, 0, null, lease.key().conversation(), parent),
        staged.lastSeq(),
        true,
        () -> write(lease, staged.facts()),
        closing);
  }

  private Step observed(
      SaveLease lease,
      MemoryOperation.Extract operation,
      long lastSeq,
      boolean delivers,
      Callable<Integer> work,
      AbortSignal closing) {
    MemoryObserver.Observation observation = observer.begin(operation);
    Throwable error = null;
    int written = 0;
    try {
      written =
          delivers ? calls.one(() -> prepared(work), settings.timeout(), closing, propagate) : 0;
    } catch (Exception e) {
      if (e instanceof AbortException abort && closing.aborted()) {
        observation.end(MemoryOutcome.failed(e, 0));
        throw abort;
      }
      error = e;
    }
    observation.end(error == null ? MemoryOutcome.of(written) : MemoryOutcome.failed(error, 1));
    return error == null
        ? commit(lease, lastSeq, delivers, operation.messages())
        : fail(lease, error);
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
    if (!settings.stageFacts() || !delivery.extracts()) {
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

  private Step commit(SaveLease lease, long lastSeq, boolean delivered, int messages) {
    if (!journal.commit(lease, lastSeq, delivered)) {
      LOG.warn(
          "The lease on {} for the memory store '{}' was lost while it was saved; its messages are"
              + " delivered again.",
          lease.key().conversation().hash(),
          target.store());
      return Step.LOST;
    }
    if (delivered) {
      observer.saved(target.store(), messages);
    }
    return Step.SAVED;
  }

  private Step fail(SaveLease lease, Throwable error) {
    int failures = journal.fail(lease, describe(error));
    if (failures == 0) {
      return Step.LOST;
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
    return Step.FAILED;
  }

  /** Class and code; a message might quote content. */
  private static String describe(Throwable error) {
    String name = error.getClass().getName();
    return error instanceof AdkException adk ? name + " " + adk.code() : name;
  }
}
