package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.observe.AdkObservation;
import dev.adk4j.boot.internal.observe.AdkObservation.Key;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.value.JsonValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;

/** Names and keys of the observation of an operation. */
record MemoryDescriptions(ObservationRegistry registry, boolean includeContent) {

  /** Not started yet. */
  Observation describe(MemoryObserver.Operation operation) {
    return switch (operation) {
      case MemoryObserver.Operation.Search search -> {
        Observation observation = over(search.stores(), AdkObservation.MEMORY_SEARCH);
        if (search.maxSearchResults() != null) {
          high(observation, Key.MAX_SEARCH_RESULTS, search.maxSearchResults());
        }
        yield content(observation, Key.QUERY, search.query());
      }
      case MemoryObserver.Operation.Add add ->
          content(over(add.stores(), AdkObservation.MEMORY_ADD), Key.CONTENT, add.content());
      case MemoryObserver.Operation.Inject inject ->
          high(
              AdkObservation.MEMORY_INJECT.observation(registry),
              Key.MAX_ENTRIES,
              inject.maxEntries());
      case MemoryObserver.Operation.Extract extract -> {
        Observation observation =
            AdkObservation.MEMORY_EXTRACT
                .observation(registry)
                .lowCardinalityKeyValue(Key.STORE.withValue(extract.store()));
        high(observation, Key.MESSAGE_COUNT, extract.messages());
        high(observation, Key.FILTERED_COUNT, extract.filtered());
        yield high(
            observation, Key.EXTRACTOR, extract.extractor() == null ? "none" : extract.extractor());
      }
    };
  }

  /** Returns an observation of an operation on these stores. */
  private Observation over(List<String> stores, AdkObservation documented) {
    Observation observation = documented.observation(registry);
    high(observation, Key.STORE_NAMES, JsonValue.of(stores).text());
    return high(observation, Key.STORE_COUNT, stores.size());
  }

  /** Adds the keys that are known at the end of the operation. */
  void conclude(
      Observation observation, MemoryObserver.Operation operation, MemoryObserver.Outcome outcome) {
    switch (operation) {
      case MemoryObserver.Operation.Search search -> {
        high(observation, Key.RESULT_COUNT, outcome.entries());
        high(observation, Key.FAILURE_COUNT, outcome.storeFailures());
        content(
            observation,
            Key.RESULTS,
            JsonValue.of(outcome.results().stream().map(MemoryEntry::content).toList()).text());
      }
      case MemoryObserver.Operation.Add add ->
          high(observation, Key.FAILURE_COUNT, outcome.storeFailures());
      case MemoryObserver.Operation.Inject inject -> {
        high(observation, Key.INJECTED, outcome.entries() > 0);
        high(observation, Key.ENTRY_COUNT, outcome.entries());
      }
      case MemoryObserver.Operation.Extract extract ->
          high(observation, Key.ENTRY_COUNT, outcome.entries());
    }
    observation.lowCardinalityKeyValue(
        Key.MEMORY_OUTCOME.withValue(outcome.error() == null ? "success" : "failure"));
    if (outcome.error() != null) {
      observation.error(outcome.error());
    }
  }

  private Observation content(Observation observation, Key key, String text) {
    return includeContent ? high(observation, key, text) : observation;
  }

  private static Observation high(Observation observation, Key key, Object value) {
    return observation.highCardinalityKeyValue(key.withValue(String.valueOf(value)));
  }
}
