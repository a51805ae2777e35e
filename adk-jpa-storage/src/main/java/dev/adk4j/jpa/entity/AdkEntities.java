package dev.adk4j.jpa.entity;

import jakarta.persistence.Table;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All entities, for a persistence unit that does not scan this package. It needs {@link
 * AdkNamingStrategy} too. The classes are final: nothing refers to them lazily, and for others
 * Hibernate would make a proxy class each at every start.
 */
public final class AdkEntities {

  private AdkEntities() {}

  private static final Set<String> TABLES =
      all().stream()
          .map(entity -> entity.getAnnotation(Table.class).name())
          .collect(Collectors.toUnmodifiableSet());

  /** The tables' names before a prefix is configured. */
  static Set<String> tables() {
    return TABLES;
  }

  public static List<Class<?>> all() {
    return List.of(
        ConversationEntity.class,
        MessageEntity.class,
        ThoughtEntity.class,
        ToolCallEntity.class,
        RetrievableEntity.class,
        MemoryEntity.class,
        StandingInstructionEntity.class,
        BlobEntity.class,
        BlobChunkEntity.class,
        GateEntity.class,
        GateDecisionEntity.class);
  }
}
