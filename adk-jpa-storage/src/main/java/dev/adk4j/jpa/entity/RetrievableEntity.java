package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * Document that a turn retrieved and stored. For queries only: the storage writes the rows, never
 * JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_retrievable", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class RetrievableEntity extends ConversationRecord {

  @Column(name = "ordinal", nullable = false)
  private long ordinal;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "content", length = Length.LONG32)
  private @Nullable String content;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "artifact", length = Length.LONG32)
  private @Nullable String artifact;

  @Convert(converter = StoredText.class)
  @Column(name = "trust_tier", nullable = false)
  private String trustTier;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "source", length = Length.LONG32)
  private @Nullable String source;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "kind", length = Length.LONG32)
  private @Nullable String kind;

  @Column(name = "score")
  private @Nullable Double score;

  @Column(name = "inline", nullable = false)
  private boolean inline;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "artifact_type", length = Length.LONG32)
  private @Nullable String artifactType;

  @Convert(converter = EpochMillis.class)
  @Column(name = "stored_at", nullable = false)
  private Instant storedAt;

  private RetrievableEntity() {}

  /** Returns the position in insertion order, which may have gaps. */
  public long ordinal() {
    return ordinal;
  }

  public @Nullable String content() {
    return content;
  }

  /** Returns the artifact as JSON. */
  public @Nullable String artifact() {
    return artifact;
  }

  public String trustTier() {
    return trustTier;
  }

  public @Nullable String source() {
    return source;
  }

  public @Nullable String kind() {
    return kind;
  }

  public @Nullable Double score() {
    return score;
  }

  public boolean inline() {
    return inline;
  }

  public @Nullable String artifactType() {
    return artifactType;
  }

  public Instant storedAt() {
    return storedAt;
  }
}
