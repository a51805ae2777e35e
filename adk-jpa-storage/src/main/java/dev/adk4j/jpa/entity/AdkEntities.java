package dev.adk4j.jpa.entity;

import jakarta.persistence.Table;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists all entities, for a persistence unit that does not scan this package. The unit also needs
 * {@link AdkNamingStrategy}. The entity classes are final, so Hibernate creates no proxy classes at
 * startup; no association loads them lazily.
 *
 * @since 0.1.0
 */
public final class AdkEntities {

  private AdkEntities() {}

  private static final Set<String> TABLES =
      all().stream()
          .map(entity -> entity.getAnnotation(Table.class).name())
          .collect(Collectors.toUnmodifiableSet());

  /** Returns the names of the tables without a configured prefix. */
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
