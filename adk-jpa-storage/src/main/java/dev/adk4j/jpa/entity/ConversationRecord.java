package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;
import java.time.Instant;

/**
 * Row that belongs to a conversation.
 *
 * @since 0.1.0
 */
@MappedSuperclass
@IdClass(ConversationRecord.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public abstract class ConversationRecord extends ConversationRow {

  @Id
  @Column(name = "id", nullable = false)
  private String id;

  @Convert(converter = EpochMillis.class)
  @Column(name = "created_at", nullable = false)
  private Instant createdAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "updated_at", nullable = false)
  private Instant updatedAt;

  ConversationRecord() {}

  public String id() {
    return id;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  public record Key(String tenant, String conversation, String id) implements Serializable {}
}
