package dev.adk4j.jpa.entity;

import java.util.List;

/** All entities, for a persistence unit that does not scan this package. */
public final class AdkEntities {

  private AdkEntities() {}

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
        BlobChunkEntity.class);
  }
}
