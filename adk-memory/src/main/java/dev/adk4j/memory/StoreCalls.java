package dev.adk4j.memory;

import dev.adk4j.error.Violations;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.call.TimedCalls;
import dev.adk4j.memory.internal.call.WritesUnderWay;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.SearchOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls several stores concurrently and returns their results in order. */
record StoreCalls(
    StoreRegistry stores,
    Initialization initialization,
    TimedCalls calls,
    MemoryObserver observer,
    Duration searchTimeout,
    Duration writeTimeout,
    WritesUnderWay writes) {

  private static final Logger LOG = LoggerFactory.getLogger(StoreCalls.class);

  StoreCalls {
    new Violations()
        .check(searchTimeout.isPositive(), "$.searchTimeout", "range", "must be greater than zero")
        .check(writeTimeout.isPositive(), "$.writeTimeout", "range", "must be greater than zero")
        .throwIfAny(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
  }

  List<MemoryEntry> search(Caller caller, String query, MemorySearchOptions options) {
    Objects.requireNonNull(query, "query");
    return search(caller, query, options.maxSearchResults(), stores.toSearch(options.stores()));
  }

  /** Returns the stores' entries in the order of the stores; a failing store contributes none. */
  List<MemoryEntry> search(
      Caller caller, String query, @Nullable Integer max, List<ConfiguredStore> targets) {
    initialization.run();
    if (targets.isEmpty()) {
      return List.of();
    }
    MemoryObserver.Observation observation =
        observer.begin(new MemoryObserver.Operation.Search(names(targets), max, query));
    try {
      List<MemoryEntry> found = new ArrayList<>();
      int failures = 0;
      List<Future<List<MemoryEntry>>> results =
          calls.all(
              targets.stream().map(target -> searching(target, caller, query, max)).toList(),
              searchTimeout,
              caller.abort(),
              caller.propagate());
      for (int i = 0; i < targets.size(); i++) {
        if (results.get(i).state() == Future.State.SUCCESS) {
          found.addAll(results.get(i).resultNow());
        } else {
          failures++;
          searchFailed(targets.get(i).name(), results.get(i).exceptionNow());
        }
      }
      observation.end(MemoryObserver.Outcome.found(found, failures));
      return List.copyOf(found);
    } catch (RuntimeException | Error e) {
      observation.end(MemoryObserver.Outcome.failed(e, 0));
      throw e;
    }
  }

  /**
   * Copies the entries on the store's thread, so exceptions of a lazy list are attributed to the
   * store.
   */
  private static Callable<List<MemoryEntry>> searching(
      ConfiguredStore target, Caller caller, String query, @Nullable Integer max) {
    SearchOptions options = SearchOptions.of(target.limit(max), caller.owner());
    return () -> {
      List<MemoryEntry> entries =
          Objects.requireNonNull(
              target.store().search(query, options), "the store's search returned null");
      if (entries.size() > SearchOptions.MAX_RESULTS) {
        throw new IllegalStateException(
            "The store's search returned %d entries; at most %d are accepted."
                .formatted(entries.size(), SearchOptions.MAX_RESULTS));
      }
      List<MemoryEntry> attributed = new ArrayList<>(entries.size());
      for (MemoryEntry entry : entries) {
        attributed.add(
            Objects.requireNonNull(entry, "the store's search returned a null entry").toBuilder()
                .storeName(target.name())
                .build());
      }
      return attributed;
    };
  }

  private void searchFailed(String store, Throwable cause) {
    LOG.warn("Searching the memory store '{}' failed: {}", store, MemoryErrors.describe(cause));
    LOG.debug("The failure in full", cause);
    observer.searchFailed(store, cause);
  }

  /**
   * Adds one content.
   *
   * @throws MemoryWriteException if a store failed
   */
  void add(Caller caller, String content, MemoryAddOptions options) {
    Objects.requireNonNull(content, "content");
    MemoryErrors.requireLength(content);
    List<MemoryWriteException.StoreFailure> failures =
        add(caller, List.of(content), options.metadata(), stores.toAdd(options.stores()))
            .getFirst();
    if (!failures.isEmpty()) {
      throw MemoryWriteException.ofStores(failures);
    }
  }

  /**
   * Writes every entry to every store concurrently. Returns the failures of each entry, in the
   * order of entries and stores.
   */
  List<List<MemoryWriteException.StoreFailure>> add(
      Caller caller,
      List<String> contents,
      Map<String, @Nullable Object> metadata,
      List<ConfiguredStore> targets) {
    initialization.run();
    MemoryObserver.Observation observation =
        observer.begin(
            new MemoryObserver.Operation.Add(names(targets), String.join("\n", contents)));
    try {
      List<Callable<@Nullable Object>> writes =
          contents.stream()
              .flatMap(
                  content ->
                      targets.stream().map(target -> adding(target, caller, content, metadata)))
              .toList();
      List<Future<@Nullable Object>> results =
          calls.all(writes, writeTimeout, caller.abort(), caller.propagate());
      List<List<MemoryWriteException.StoreFailure>> failures = new ArrayList<>();
      for (int entry = 0; entry < contents.size(); entry++) {
        int from = entry * targets.size();
        failures.add(failures(targets, results.subList(from, from + targets.size())));
      }
      int failed = failures.stream().mapToInt(List::size).sum();
      observation.end(MemoryObserver.Outcome.of(contents.size(), failed));
      return failures;
    } catch (RuntimeException | Error e) {
      observation.end(MemoryObserver.Outcome.failed(e, 0));
      throw e;
    }
  }

  private Callable<@Nullable Object> adding(
      ConfiguredStore target,
      Caller caller,
      String content,
      Map<String, @Nullable Object> metadata) {
    AddableMemoryStore adder = Objects.requireNonNull(target.adder());
    return () ->
        writes.run(
            caller.owner(),
            target.name(),
            () -> {
              MemoryErrors.requireLength(content);
              return adder.add(content, metadata, caller.writeContext());
            });
  }

  private List<MemoryWriteException.StoreFailure> failures(
      List<ConfiguredStore> targets, List<Future<@Nullable Object>> results) {
    List<MemoryWriteException.StoreFailure> failures = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (results.get(i).state() == Future.State.FAILED) {
        String store = targets.get(i).name();
        Throwable cause = results.get(i).exceptionNow();
        LOG.warn(
            "Writing to the memory store '{}' failed: {}", store, MemoryErrors.describe(cause));
        LOG.debug("The failure in full", cause);
        observer.writeFailed(store, cause);
        failures.add(new MemoryWriteException.StoreFailure(store, cause));
      }
    }
    return List.copyOf(failures);
  }

  /**
   * Waits for the owner's writes and erases the owner's entries.
   *
   * @param stillSaved stores in which a save did not end
   */
  ForgetReport forget(MemoryOwner owner, Set<String> stillSaved) {
    Set<String> stillWritten = new HashSet<>(stillSaved);
    // Includes calls that a save no longer waits for.
    stillWritten.addAll(writes.await(owner, writeTimeout.multipliedBy(2)));
    List<String> forgotten = new ArrayList<>();
    List<String> unable = new ArrayList<>();
    List<MemoryWriteException.StoreFailure> failures = new ArrayList<>();
    for (ConfiguredStore store : stores.all()) {
      if (!(store.store() instanceof MutableMemoryStore mutable)) {
        unable.add(store.name());
        continue;
      }
      try {
        mutable.forgetOwner(owner);
        if (stillWritten.contains(store.name())
            || stillWritten.contains(WritesUnderWay.EVERY_STORE)) {
          throw new IllegalStateException(
              "A write of the owner is still running and may complete later.");
        }
        forgotten.add(store.name());
      } catch (Exception e) {
        FatalErrors.keepInterrupt(e);
        failures.add(new MemoryWriteException.StoreFailure(store.name(), e));
      }
    }
    return new ForgetReport(forgotten, unable, failures);
  }

  private static List<String> names(List<ConfiguredStore> targets) {
    return targets.stream().map(ConfiguredStore::name).toList();
  }

  /** Describes a failure to a person or a model. */
  static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
  }
}
