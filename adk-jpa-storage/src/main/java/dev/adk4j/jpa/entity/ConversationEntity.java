package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/**
 * Conversation with its counter. For queries only: the storage writes the rows, never JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_conversation", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(ConversationEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class ConversationEntity extends ConversationRow {

  @Convert(converter = StoredText.class)
  @Column(name = "subject")
  private @Nullable String subject;

  @Column(name = "last_seq", nullable = false)
  private long lastSeq;

  @Convert(converter = EpochMillis.class)
  @Column(name = "created_at", nullable = false)
  private Instant createdAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "last_activity_at", nullable = false)
  private Instant lastActivityAt;

  private ConversationEntity() {}

  /** Returns the subject that began the conversation. */
  public @Nullable String subject() {
    return subject;
  }

  /** Returns the last number of a message, thought or tool call. */
  public long lastSeq() {
    return lastSeq;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant lastActivityAt() {
    return lastActivityAt;
  }

  public record Key(String tenant, String conversation) implements Serializable {}
}
