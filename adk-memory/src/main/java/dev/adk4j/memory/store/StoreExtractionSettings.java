package dev.adk4j.memory.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings for extraction into one store. Immutable.
 *
 * @param triggers triggers, each of which starts a save
 * @param extractor extracts facts from messages; null for the store's default: whole messages if it
 *     accepts them, otherwise facts extracted by the manager's model
 * @param filter removes parts of messages before extraction
 * @since 0.1.0
 */
public record StoreExtractionSettings(
    List<ExtractionTrigger> triggers, @Nullable Extractor extractor, MessageFilter filter) {

  /** Default number of turns between two saves. */
  public static final int DEFAULT_TURNS = 5;

  /** Saves every 5 turns, with no extractor and the default filter. */
  public static final StoreExtractionSettings DEFAULT =
      new StoreExtractionSettings(
          List.of(new ExtractionTrigger.IntervalTrigger(DEFAULT_TURNS)),
          null,
          MessageFilter.DEFAULT);

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

  /**
   * Removes parts of messages before they reach a store. Immutable.
   *
   * @param excluded kinds to remove; empty for none
   */
  public record MessageFilter(Set<MemoryPart.Kind> excluded) {

    /** Removes tool calls, tool results and thoughts. */
    public static final MessageFilter DEFAULT =
        excluding(MemoryPart.Kind.TOOL_USE, MemoryPart.Kind.TOOL_RESULT, MemoryPart.Kind.REASONING);

    public MessageFilter {
      excluded = Set.copyOf(excluded);
    }

    public static MessageFilter excluding(MemoryPart.Kind... kinds) {
      return new MessageFilter(Set.copyOf(List.of(kinds)));
    }

    /** Returns true if the filter accepts that kind of part. */
    public boolean lets(MemoryPart.Kind kind) {
      return !excluded.contains(kind);
    }

    /** Returns the message without excluded parts; empty if no part remains. */
    public Optional<MemoryMessage> apply(MemoryMessage message) {
      List<MemoryPart> left = message.parts().stream().filter(p -> lets(p.kind())).toList();
      return left.isEmpty() ? Optional.empty() : Optional.of(message.withParts(left));
    }
  }
}
