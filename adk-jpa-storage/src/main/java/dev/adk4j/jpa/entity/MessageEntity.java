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
 * Message of a conversation. For queries only: the storage writes the rows, never JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_message", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class MessageEntity extends ConversationRecord {

  @Column(name = "seq", nullable = false)
  private long seq;

  @Convert(converter = StoredText.class)
  @Column(name = "role", nullable = false)
  private String role;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "content", length = Length.LONG32)
  private @Nullable String content;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "attachments", length = Length.LONG32)
  private @Nullable String attachments;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "identity", length = Length.LONG32, nullable = false)
  private String identity;

  private MessageEntity() {}

  /** Returns the position in the conversation among messages, thoughts and tool calls, from 1. */
  public long seq() {
    return seq;
  }

  public String role() {
    return role;
  }

  public @Nullable String content() {
    return content;
  }

  /** JSON. */
  public @Nullable String attachments() {
    return attachments;
  }

  /** JSON. */
  public String identity() {
    return identity;
  }
}
