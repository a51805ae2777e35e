package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * What a model thought aloud. For queries only: rows are written by the storage, never through JPA.
 */
@Entity
@Immutable
@Table(name = "adk_thought", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class ThoughtEntity extends ConversationRecord {

  @Column(name = "seq", nullable = false)
  private long seq;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "content", nullable = false)
  private String content;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "identity", nullable = false)
  private String identity;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "payload")
  private @Nullable String payload;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "replay_compatibility")
  private @Nullable String replayCompatibility;

  private ThoughtEntity() {}

  /** Place in the conversation, across messages, thoughts and tool calls; from 1. */
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
