package dev.adk4j.memory.extraction;

import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MessageFilter;
import dev.adk4j.memory.store.MessageMemoryStore;
import java.util.List;

/**
 * A store that conversations are saved into, and how.
 *
 * @param store its name
 * @param triggers not empty
 */
public record ExtractionTarget(
    String store, List<ExtractionTrigger> triggers, MessageFilter filter, Route route) {

  public ExtractionTarget {
    triggers = List.copyOf(triggers);
  }

  /** What becomes of a batch. */
  public sealed interface Route {

    MemoryStore destination();

    /** Messages are handed over as they were said. */
    record Raw(MessageMemoryStore destination) implements Route {}

    /** Facts are made of them, and written one by one. */
    record Facts(AddableMemoryStore destination, Extractor extractor) implements Route {}
  }
}
