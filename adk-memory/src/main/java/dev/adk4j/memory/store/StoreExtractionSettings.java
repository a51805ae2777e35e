package dev.adk4j.memory.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings for extraction into one store. Immutable.
 *
 * @param triggers start a save; any one of them is enough
 * @param extractor extracts facts from messages; null for the store's own way: whole messages if it
 *     takes them, otherwise facts extracted by the manager's model
 * @param filter removes parts of messages first
 * @since 0.1.0
 */
public record StoreExtractionSettings(
    List<ExtractionTrigger> triggers, @Nullable Extractor extractor, MessageFilter filter) {

  /** Default number of turns between two saves. */
  public static final int DEFAULT_TURNS = 5;

  /** A save every 5 turns, no extractor, the default filter. */
  public static final StoreExtractionSettings DEFAULT =
      new StoreExtractionSettings(
          List.of(new IntervalTrigger(DEFAULT_TURNS)), null, MessageFilter.DEFAULT);

  public StoreExtractionSettings {
    triggers = List.copyOf(triggers);
    Objects.requireNonNull(filter, "filter");
  }

  public StoreExtractionSettings withTriggers(ExtractionTrigger... triggers) {
    return new StoreExtractionSettings(List.of(triggers), extractor, filter);
  }

  public StoreExtractionSettings withExtractor(@Nullable Extractor extractor) {
    return new StoreExtractionSettings(triggers, extractor, filter);
  }

  /** Replaces the filter; the two are not merged. */
  public StoreExtractionSettings withFilter(MessageFilter filter) {
    return new StoreExtractionSettings(triggers, extractor, filter);
  }
}
