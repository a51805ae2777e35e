package dev.adk4j.memory;

import dev.adk4j.error.AdkException;
import dev.adk4j.memory.call.Outcome;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.call.WritesUnderWay;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.MemoryOperation;
import dev.adk4j.memory.observe.MemoryOutcome;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryErrors;
import dev.adk4j.memory.store.SearchOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks several stores at once and puts their answers in order. */
final class StoreCalls {

  private static final Logger LOG = LoggerFactory.getLogger(StoreCalls.class);

  private final TimedCalls calls;
  private final MemoryObserver observer;
  private final Duration searchTimeout;
  private final Duration writeTimeout;
  private final WritesUnderWay writes;

  StoreCalls(
      TimedCalls calls,
      MemoryObserver observer,
      Duration searchTimeout,
      Duration writeTimeout,
      WritesUnderWay writes) {
    this.calls = calls;
    this.observer = observer;
    this.searchTimeout = searchTimeout;
    this.writeTimeout = writeTimeout;
    this.writes = writes;
  }

  /** The stores' entries in the order of the stores; one that fails has none. */
  List<MemoryEntry> search(
      Caller caller, String query, @Nullable Integer max, List<ConfiguredStore> targets) {
    if (targets.isEmpty()) {
      return List.of();
    }
    MemoryObserver.Observation observation =
        observer.begin(new MemoryOperation.Search(names(targets), max, query));
    try {
      List<MemoryEntry> found = new ArrayList<>();
      int failures = 0;
      List<Outcome<List<MemoryEntry>>> outcomes =
          calls.all(
              targets.stream().map(target -> searching(target, caller, query, max)).toList(),
              searchTimeout,
              caller.abort(),
              caller.propagate());
      for (int i = 0; i < targets.size(); i++) {
        switch (outcomes.get(i)) {
          case Outcome.Done<List<MemoryEntry>>(List<MemoryEntry> entries) -> found.addAll(entries);
          case Outcome.Failed<List<MemoryEntry>>(Throwable cause) -> {
            failures++;
            searchFailed(targets.get(i).name(), cause);
          }
        }
      }
      observation.end(MemoryOutcome.found(found, failures));
      return List.copyOf(found);
    } catch (RuntimeException | Error e) {
      observation.end(MemoryOutcome.failed(e, 0));
      throw e;
    }
  }

  /** On the store's own thread, so that also what a lazy list throws is its failure. */
  private static Callable<List<MemoryEntry>> searching(
      ConfiguredStore target, Caller caller, String query, @Nullable Integer max) {
    SearchOptions options = SearchOptions.of(target.limit(max), caller.owner());
    return () -> {
      List<MemoryEntry> entries =
          Objects.requireNonNull(
              target.store().search(query, options), "the store's search returned null");
      if (entries.size() > SearchOptions.MAX_RESULTS) {
        throw new IllegalStateException(
            "The store's search returned %d entries, at most %d are taken."
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
    LOG.warn("Searching the memory store '{}' failed: {}", store, describe(cause));
    LOG.debug("The failure in full", cause);
    observer.searchFailed(store, cause);
  }

  /**
   * Writes every entry to every store at once and gives the failures of each entry, in the order of
   * entries and stores.
   */
  List<List<StoreFailure>> add(
      Caller caller,
      List<String> contents,
      Map<String, @Nullable Object> metadata,
      List<ConfiguredStore> targets) {
    MemoryObserver.Observation observation =
        observer.begin(new MemoryOperation.Add(names(targets), String.join("\n", contents)));
    try {
      List<Callable<@Nullable Object>> writes =
          contents.stream()
              .flatMap(
                  content ->
                      targets.stream().map(target -> adding(target, caller, content, metadata)))
              .toList();
      List<Outcome<@Nullable Object>> outcomes =
          calls.all(writes, writeTimeout, caller.abort(), caller.propagate());
      List<List<StoreFailure>> failures = new ArrayList<>();
      for (int entry = 0; entry < contents.size(); entry++) {
        int from = entry * targets.size();
        failures.add(failures(targets, outcomes.subList(from, from + targets.size())));
      }
      int failed = failures.stream().mapToInt(List::size).sum();
      observation.end(new MemoryOutcome(contents.size(), failed, List.of(), null));
      return failures;
    } catch (RuntimeException | Error e) {
      observation.end(MemoryOutcome.failed(e, 0));
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

  private List<StoreFailure> failures(
      List<ConfiguredStore> targets, List<Outcome<@Nullable Object>> outcomes) {
    List<StoreFailure> failures = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (outcomes.get(i) instanceof Outcome.Failed<?> failed) {
        String store = targets.get(i).name();
        LOG.warn("Writing to the memory store '{}' failed: {}", store, describe(failed.cause()));
        LOG.debug("The failure in full", failed.cause());
        observer.writeFailed(store, failed.cause());
        failures.add(new StoreFailure(store, failed.cause()));
      }
    }
    return List.copyOf(failures);
  }

  private static List<String> names(List<ConfiguredStore> targets) {
    return targets.stream().map(ConfiguredStore::name).toList();
  }

  /** Class and code; a message might quote content. */
  static String describe(Throwable cause) {
    String name = cause.getClass().getName();
    return cause instanceof AdkException adk ? name + " " + adk.code() : name;
  }

  /** What a person or a model is told of a failure. */
  static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
  }
}
