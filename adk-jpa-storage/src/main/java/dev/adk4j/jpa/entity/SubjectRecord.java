package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * Row that belongs to a subject.
 *
 * @since 0.1.0
 */
@MappedSuperclass
@IdClass(SubjectRecord.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public abstract class SubjectRecord extends TenantRow {

  @Id
  @Column(name = "subject", nullable = false)
  private String subject;

  @Id
  @Column(name = "id", nullable = false)
  private String id;

  @Column(name = "ordinal", nullable = false)
  private long ordinal;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "content", length = Length.LONG32, nullable = false)
  private String content;

  @Convert(converter = EpochMillis.class)
  @Column(name = "stored_at", nullable = false)
  private Instant storedAt;

  SubjectRecord() {}

  public String subject() {
    return subject;
  }

  public String id() {
    return id;
  }

  /** Returns the position in insertion order, which may have gaps. */
  public long ordinal() {
    return ordinal;
  }

  public String content() {
    return content;
  }

  public Instant storedAt() {
    return storedAt;
  }

  public record Key(String tenant, String subject, String id) implements Serializable {}
}
