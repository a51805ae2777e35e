package dev.adk4j.boot.memory;

import dev.adk4j.boot.memory.MemoryObservation.HighKey;
import dev.adk4j.boot.memory.MemoryObservation.LowKey;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.value.JsonValue;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;

/** Names and keys of the observation of an operation. */
final class MemoryDescriptions {

  private final ObservationRegistry registry;
  private final boolean includeContent;

  MemoryDescriptions(ObservationRegistry registry, boolean includeContent) {
    this.registry = registry;
    this.includeContent = includeContent;
  }

  /** Not started yet. */
  Observation describe(MemoryObserver.Operation operation) {
    return switch (operation) {
      case MemoryObserver.Operation.Search search -> {
        Observation observation =
            create(MemoryObservation.SEARCH)
                .highCardinalityKeyValue(names(search.stores()))
                .highCardinalityKeyValue(
                    HighKey.STORE_COUNT.withValue(String.valueOf(search.stores().size())));
        if (search.maxSearchResults() != null) {
          high(observation, HighKey.MAX_SEARCH_RESULTS, search.maxSearchResults());
        }
        yield content(observation, HighKey.QUERY, search.query());
      }
      case MemoryObserver.Operation.Add add -> {
        Observation observation =
            create(MemoryObservation.ADD).highCardinalityKeyValue(names(add.stores()));
        high(observation, HighKey.STORE_COUNT, add.stores().size());
        yield content(observation, HighKey.CONTENT, add.content());
      }
      case MemoryObserver.Operation.Inject inject ->
          high(create(MemoryObservation.INJECT), HighKey.MAX_ENTRIES, inject.maxEntries());
      case MemoryObserver.Operation.Extract extract -> {
        Observation observation =
            create(MemoryObservation.EXTRACT)
                .lowCardinalityKeyValue(LowKey.STORE.withValue(extract.store()));
        high(observation, HighKey.MESSAGE_COUNT, extract.messages());
        high(observation, HighKey.FILTERED_COUNT, extract.filtered());
        yield high(
            observation,
            HighKey.EXTRACTOR,
            extract.extractor() == null ? "none" : extract.extractor());
      }
    };
  }

  /** Adds the keys that are known at the end of the operation. */
  void conclude(
      Observation observation, MemoryObserver.Operation operation, MemoryObserver.Outcome outcome) {
    switch (operation) {
      case MemoryObserver.Operation.Search search -> {
        high(observation, HighKey.RESULT_COUNT, outcome.entries());
        high(observation, HighKey.FAILURE_COUNT, outcome.storeFailures());
        content(
            observation,
            HighKey.RESULTS,
            JsonValue.of(outcome.results().stream().map(MemoryEntry::content).toList()).text());
      }
      case MemoryObserver.Operation.Add add ->
          high(observation, HighKey.FAILURE_COUNT, outcome.storeFailures());
      case MemoryObserver.Operation.Inject inject -> {
        high(observation, HighKey.INJECTED, outcome.entries() > 0);
        high(observation, HighKey.ENTRY_COUNT, outcome.entries());
      }
      case MemoryObserver.Operation.Extract extract ->
          high(observation, HighKey.ENTRY_COUNT, outcome.entries());
    }
    observation.lowCardinalityKeyValue(
        LowKey.OUTCOME.withValue(outcome.error() == null ? "success" : "failure"));
    if (outcome.error() != null) {
      observation.error(outcome.error());
    }
  }

  private Observation create(MemoryObservation documented) {
    return Observation.createNotStarted(documented.getName(), registry)
        .contextualName(documented.getContextualName());
  }

  private Observation content(Observation observation, HighKey key, String text) {
    return includeContent ? high(observation, key, text) : observation;
  }

  private static Observation high(Observation observation, HighKey key, Object value) {
    return observation.highCardinalityKeyValue(key.withValue(String.valueOf(value)));
  }

  private static KeyValue names(List<String> stores) {
    return HighKey.STORE_NAMES.withValue(JsonValue.of(stores).text());
  }
}
