package dev.adk4j.memory.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How conversations are written into a store by themselves. Immutable.
 *
 * @param triggers when; any of them is enough
 * @param extractor makes facts of messages; null for what the store can do: messages as they were
 *     said, otherwise facts distilled by the manager's model
 * @param filter what is left out of the messages first
 */
public record ExtractionConfig(
    List<ExtractionTrigger> triggers, @Nullable Extractor extractor, MessageFilter filter) {

  /** How many turns lie between saves unless told otherwise. */
  public static final int DEFAULT_TURNS = 5;

  public ExtractionConfig {
    triggers = List.copyOf(triggers);
    Objects.requireNonNull(filter, "filter");
  }

  /** Every 5 turns, by what the store can do, with the default filter. */
  public static ExtractionConfig defaults() {
    return new ExtractionConfig(
        List.of(new IntervalTrigger(DEFAULT_TURNS)), null, MessageFilter.DEFAULT);
  }

  public ExtractionConfig withTriggers(ExtractionTrigger... triggers) {
    return new ExtractionConfig(List.of(triggers), extractor, filter);
  }

  public ExtractionConfig withExtractor(@Nullable Extractor extractor) {
    return new ExtractionConfig(triggers, extractor, filter);
  }

  /** Replaces the default filter; the two are not merged. */
  public ExtractionConfig withFilter(MessageFilter filter) {
    return new ExtractionConfig(triggers, extractor, filter);
  }
}
