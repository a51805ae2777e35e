package dev.adk4j.memory.store;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which parts of messages never reach a store. Immutable.
 *
 * @param excluded the kinds to leave out; empty lets everything through
 */
public record MessageFilter(Set<PartKind> excluded) {

  /** Leaves out what tools were asked and answered, and what the model thought. */
  public static final MessageFilter DEFAULT =
      excluding(PartKind.TOOL_USE, PartKind.TOOL_RESULT, PartKind.REASONING);

  public MessageFilter {
    excluded = Set.copyOf(excluded);
  }

  public static MessageFilter excluding(PartKind... kinds) {
    EnumSet<PartKind> excluded = EnumSet.noneOf(PartKind.class);
    excluded.addAll(List.of(kinds));
    return new MessageFilter(excluded);
  }

  public boolean lets(PartKind kind) {
    return !excluded.contains(kind);
  }

  /** The message without what is excluded; empty where nothing is left. */
  public Optional<MemoryMessage> apply(MemoryMessage message) {
    List<MemoryPart> left = message.parts().stream().filter(p -> lets(p.kind())).toList();
    return left.isEmpty() ? Optional.empty() : Optional.of(message.withParts(left));
  }
}
