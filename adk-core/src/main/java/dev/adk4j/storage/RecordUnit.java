package dev.adk4j.storage;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.AfterCommit;
import dev.adk4j.loop.AgentContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the writes of a thread's unit of work and writes them together. Locks owners only during
 * the write, in a fixed order.
 */
final class RecordUnit implements StorageUnitOfWork {

  private static final int LOCKS = 64;

  private final RecordStorage storage;
  private final List<ReentrantLock> locks =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toList();
  private final ThreadLocal<@Nullable Pending> running = new ThreadLocal<>();

  RecordUnit(RecordStorage storage) {
    this.storage = storage;
  }

  private record Pending(List<Change> changes, List<Runnable> afterwards) {}

  private record Change(
      CallbackKey.Verb verb, StoredRecord written, BiPredicate<StoredRecord, StoredRecord> same) {}

  private record Key(String kind, String owner, String id) {
    static Key of(StoredRecord stored) {
      return new Key(stored.kind(), stored.owner(), stored.id());
    }
  }

  @Override
  public void execute(AgentContext ctx, Writes writes) throws Exception {
    Pending before = running.get();
    Pending own = new Pending(new ArrayList<>(), new ArrayList<>());
    running.set(own);
    try {
      writes.run();
    } finally {
      if (before == null) {
        running.remove();
      } else {
        running.set(before);
      }
    }
    commit(own.changes());
    own.afterwards().forEach(AfterCommit::run);
  }

  @Override
  public void join(AgentContext ctx, Writes writes) throws Exception {
    if (running.get() == null) {
      execute(ctx, writes);
    } else {
      writes.run();
    }
  }

  @Override
  public void afterCommit(Runnable task) {
    Pending own = running.get();
    if (own == null) {
      AfterCommit.run(task);
    } else {
      own.afterwards().add(task);
    }
  }

  void write(
      CallbackKey.Verb verb, StoredRecord written, BiPredicate<StoredRecord, StoredRecord> same)
      throws Exception {
    Change change = new Change(verb, written, same);
    Pending own = running.get();
    if (own == null) {
      commit(List.of(change));
    } else {
      own.changes().add(change);
    }
  }

  /** Writes a record immediately, outside the unit; does nothing if it exists. */
  void writeNow(StoredRecord written) throws Exception {
    commit(List.of(new Change(CallbackKey.Verb.STORE, written, (one, other) -> true)));
  }

  /** Returns the stored records with the additions of the running unit. */
  List<StoredRecord> fetch(String kind, String owner) throws Exception {
    Map<String, StoredRecord> seen = new LinkedHashMap<>();
    for (StoredRecord stored : storage.fetch(kind, owner, null)) {
      seen.put(stored.id(), stored);
    }
    Pending own = running.get();
    for (Change change : own == null ? List.<Change>of() : own.changes()) {
      StoredRecord written = change.written();
      if (written.kind().equals(kind) && written.owner().equals(owner)) {
        switch (change.verb()) {
          case STORE -> seen.putIfAbsent(written.id(), written);
          case MUTATE -> seen.put(written.id(), written);
          default -> seen.remove(written.id());
        }
      }
    }
    return seen.values().stream().filter(one -> !one.removed()).toList();
  }

  private void commit(List<Change> changes) throws Exception {
    List<ReentrantLock> needed =
        changes.stream()
            .map(change -> Math.floorMod(change.written().owner().hashCode(), LOCKS))
            .distinct()
            .sorted()
            .map(locks::get)
            .toList();
    needed.forEach(ReentrantLock::lock);
    try {
      List<StoredRecord> written = toWrite(changes);
      if (!written.isEmpty()) {
        storage.write(written);
      }
    } finally {
      needed.forEach(ReentrantLock::unlock);
    }
  }

  private List<StoredRecord> toWrite(List<Change> changes) throws Exception {
    Map<Key, StoredRecord> known = new HashMap<>();
    List<StoredRecord> all = new ArrayList<>();
    for (Change change : changes) {
      StoredRecord next = change.written();
      if (change.verb() != CallbackKey.Verb.STORE || isNew(change, known)) {
        known.put(Key.of(next), next);
        all.add(next);
      }
    }
    return all;
  }

  private boolean isNew(Change change, Map<Key, StoredRecord> known) throws Exception {
    StoredRecord next = change.written();
    StoredRecord before = known.get(Key.of(next));
    if (before == null) {
      List<StoredRecord> found = storage.fetch(next.kind(), next.owner(), next.id());
      before = found.isEmpty() ? null : found.getFirst();
    }
    if (before == null || before.removed()) {
      return true;
    }
    if (!Objects.equals(before.json(), next.json()) && !change.same().test(before, next)) {
      throw AdkException.saying(
          AdkErrorCode.E_STORAGE_CONFLICT,
          "A different record of %s is stored as '%s'.",
          next.kind(),
          next.id());
    }
    return false;
  }
}
