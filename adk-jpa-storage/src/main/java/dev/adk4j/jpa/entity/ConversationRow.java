package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

/** Row identified by its conversation. */
@MappedSuperclass
@SuppressWarnings("NullAway.Init") // JPA fills the fields
abstract class ConversationRow extends TenantRow {

  @Id
  @Column(name = "conversation", nullable = false)
  private String conversation;

  public String conversation() {
    return conversation;
  }
}
