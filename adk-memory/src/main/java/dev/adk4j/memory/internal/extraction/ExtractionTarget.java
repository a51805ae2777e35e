package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.util.List;

/**
 * Store with extraction, and its settings.
 *
 * @param store the store's name
 * @param triggers not empty
 */
public record ExtractionTarget(
    String store,
    List<ExtractionTrigger> triggers,
    StoreExtractionSettings.MessageFilter filter,
    Route route) {

  /** Destination of a batch. */
  public sealed interface Route {

    MemoryStore destination();

    /** Delivers whole messages. */
    record Raw(MessageMemoryStore destination) implements Route {}

    /** Extracts facts and writes them one by one. */
    record Facts(AddableMemoryStore destination, Extractor extractor) implements Route {}
  }
}
