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
 * What was said, one row per message. For queries only: rows are written by the storage, never
 * through JPA.
 */
@Entity
@Immutable
@Table(name = "adk_message", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(MessageEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class MessageEntity {

  @Id
  @Column(name = "tenant", nullable = false)
  private String tenant;

  @Id
  @Column(name = "conversation", nullable = false)
  private String conversation;

  @Id
  @Column(name = "id", nullable = false)
  private String id;

  @Column(name = "seq", nullable = false)
  private long seq;

  @Convert(converter = StoredText.class)
  @Column(name = "role", nullable = false)
  private String role;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "content")
  private @Nullable String content;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "attachments")
  private @Nullable String attachments;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "identity", nullable = false)
  private String identity;

  @Convert(converter = EpochMillis.class)
  @Column(name = "created_at", nullable = false)
  private Instant createdAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "updated_at", nullable = false)
  private Instant updatedAt;

  private MessageEntity() {}

  public String tenant() {
    return tenant;
  }

  public String conversation() {
    return conversation;
  }

  public String id() {
    return id;
  }

  /** Place in the conversation, across messages, thoughts and tool calls; from 1. */
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

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  public record Key(String tenant, String conversation, String id) implements Serializable {}
}
