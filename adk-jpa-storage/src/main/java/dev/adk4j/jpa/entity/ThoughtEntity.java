package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * Thought of a model. For queries only: the storage writes the rows, never JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_thought", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class ThoughtEntity extends ConversationRecord {

  @Column(name = "seq", nullable = false)
  private long seq;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "content", length = Length.LONG32, nullable = false)
  private String content;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "identity", length = Length.LONG32, nullable = false)
  private String identity;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "payload", length = Length.LONG32)
  private @Nullable String payload;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "replay_compatibility", length = Length.LONG32)
  private @Nullable String replayCompatibility;

  private ThoughtEntity() {}

  /** Returns the position in the conversation among messages, thoughts and tool calls, from 1. */
  public long seq() {
    return seq;
  }

  public String content() {
    return content;
  }

  /** JSON. */
  public String identity() {
    return identity;
  }

  /** JSON. */
  public @Nullable String payload() {
    return payload;
  }

  public @Nullable String replayCompatibility() {
    return replayCompatibility;
  }
}
