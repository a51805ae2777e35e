package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

/** Row that belongs to a tenant. */
@MappedSuperclass
@SuppressWarnings("NullAway.Init") // JPA fills the fields
abstract class TenantRow {

  @Id
  @Column(name = "tenant", nullable = false)
  private String tenant;

  public String tenant() {
    return tenant;
  }
}
