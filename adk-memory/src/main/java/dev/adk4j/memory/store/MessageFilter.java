package dev.adk4j.memory.store;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    EnumSet<MemoryPart.Kind> excluded = EnumSet.noneOf(MemoryPart.Kind.class);
    excluded.addAll(List.of(kinds));
    return new MessageFilter(excluded);
  }

  /** Tests if the filter accepts that kind of part. */
  public boolean lets(MemoryPart.Kind kind) {
    return !excluded.contains(kind);
  }

  /** Returns the message without excluded parts; empty if no part is left. */
  public Optional<MemoryMessage> apply(MemoryMessage message) {
    List<MemoryPart> left = message.parts().stream().filter(p -> lets(p.kind())).toList();
    return left.isEmpty() ? Optional.empty() : Optional.of(message.withParts(left));
  }
}
