package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a subject. For queries only: the storage writes the rows, never JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_memory", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class MemoryEntity extends SubjectRecord {

  @Column(name = "confidence")
  private @Nullable Double confidence;

  @Column(name = "importance")
  private @Nullable Double importance;

  @Convert(converter = EpochMillis.class)
  @Column(name = "created_at", nullable = false)
  private Instant createdAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "updated_at", nullable = false)
  private Instant updatedAt;

  private MemoryEntity() {}

  public @Nullable Double confidence() {
    return confidence;
  }

  public @Nullable Double importance() {
    return importance;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }
}
