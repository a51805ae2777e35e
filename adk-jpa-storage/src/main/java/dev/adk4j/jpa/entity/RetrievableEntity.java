package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A document that a turn retrieved and kept. For queries only: rows are written by the storage,
 * never through JPA.
 */
@Entity
@Immutable
@Table(name = "adk_retrievable", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(RetrievableEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class RetrievableEntity {

  @Id
  @Column(name = "tenant", nullable = false)
  private String tenant;

  @Id
  @Column(name = "conversation", nullable = false)
  private String conversation;

  @Id
  @Column(name = "id", nullable = false)
  private String id;

  @Column(name = "ordinal", nullable = false)
  private long ordinal;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "content")
  private @Nullable String content;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "artifact")
  private @Nullable String artifact;

  @Convert(converter = StoredText.class)
  @Column(name = "trust_tier", nullable = false)
  private String trustTier;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "source")
  private @Nullable String source;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "kind")
  private @Nullable String kind;

  @Column(name = "score")
  private @Nullable Double score;

  @Column(name = "inline", nullable = false)
  private boolean inline;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "artifact_type")
  private @Nullable String artifactType;

  @Convert(converter = EpochMillis.class)
  @Column(name = "created_at", nullable = false)
  private Instant createdAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "updated_at", nullable = false)
  private Instant updatedAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "stored_at", nullable = false)
  private Instant storedAt;

  private RetrievableEntity() {}

  public String tenant() {
    return tenant;
  }

  public String conversation() {
    return conversation;
  }

  public String id() {
    return id;
  }

  /** Order of insertion; may have gaps. */
  public long ordinal() {
    return ordinal;
  }

  public @Nullable String content() {
    return content;
  }

  /** JSON. */
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

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  public Instant storedAt() {
    return storedAt;
  }

  public record Key(String tenant, String conversation, String id) implements Serializable {}
}
