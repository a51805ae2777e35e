package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * Attempt to settle a gate, with its outcome. For queries only: the storage writes the rows, never
 * JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_gate_decision", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(GateDecisionEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class GateDecisionEntity extends TenantRow {

  @Id
  @Column(name = "id", nullable = false)
  private String id;

  @Convert(converter = StoredText.class)
  @Column(name = "ref", nullable = false)
  private String ref;

  @Convert(converter = StoredText.class)
  @Column(name = "kind", nullable = false)
  private String kind;

  @Convert(converter = StoredText.class)
  @Column(name = "refusal")
  private @Nullable String refusal;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "detail", length = Length.LONG32)
  private @Nullable String detail;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "actor", length = Length.LONG32)
  private @Nullable String actor;

  @Convert(converter = StoredText.class)
  @Column(name = "actor_tenant")
  private @Nullable String actorTenant;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "authorities", length = Length.LONG32, nullable = false)
  private String authorities;

  @Convert(converter = StoredText.class)
  @Column(name = "channel", nullable = false)
  private String channel;

  @Convert(converter = EpochMillis.class)
  @Column(name = "decided_at", nullable = false)
  private Instant decidedAt;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "answer", length = Length.LONG32)
  private @Nullable String answer;

  @Column(name = "answer_kept", nullable = false)
  private boolean answerKept;

  @Column(name = "edited", nullable = false)
  private boolean edited;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "remark", length = Length.LONG32)
  private @Nullable String remark;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "tool", length = Length.LONG32)
  private @Nullable String tool;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "tool_checksum", length = Length.LONG32)
  private @Nullable String toolChecksum;

  @Convert(converter = StoredText.class)
  @Column(name = "tool_node")
  private @Nullable String toolNode;

  @Convert(converter = EpochMillis.class)
  @Column(name = "tool_started_at")
  private @Nullable Instant toolStartedAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "tool_ended_at")
  private @Nullable Instant toolEndedAt;

  @Convert(converter = StoredText.class)
  @Column(name = "tool_outcome")
  private @Nullable String toolOutcome;

  private GateDecisionEntity() {}

  public String id() {
    return id;
  }

  /** Returns the reference of the gate. */
  public String ref() {
    return ref;
  }

  public String kind() {
    return kind;
  }

  /** Returns the reason of a refusal; null for the decision that settled the gate. */
  public @Nullable String refusal() {
    return refusal;
  }

  public @Nullable String detail() {
    return detail;
  }

  public @Nullable String actor() {
    return actor;
  }

  /** Returns the tenant of an attempt from another tenant, for operators; otherwise null. */
  public @Nullable String actorTenant() {
    return actorTenant;
  }

  /** Returns the decider's authorities as a JSON array. */
  public String authorities() {
    return authorities;
  }

  public String channel() {
    return channel;
  }

  public Instant decidedAt() {
    return decidedAt;
  }

  /** Returns the value as JSON; null for a refused attempt, or if content is not stored. */
  public @Nullable String answer() {
    return answer;
  }

  public boolean answerKept() {
    return answerKept;
  }

  public boolean edited() {
    return edited;
  }

  public @Nullable String remark() {
    return remark;
  }

  public @Nullable String tool() {
    return tool;
  }

  /** Returns the digest of the exact started call, after edits. */
  public @Nullable String toolChecksum() {
    return toolChecksum;
  }

  public @Nullable String toolNode() {
    return toolNode;
  }

  public @Nullable Instant toolStartedAt() {
    return toolStartedAt;
  }

  public @Nullable Instant toolEndedAt() {
    return toolEndedAt;
  }

  /** Returns the lower-case name of a {@code GateDecisionRecord.Outcome}. */
  public @Nullable String toolOutcome() {
    return toolOutcome;
  }

  public record Key(String tenant, String id) implements Serializable {}
}
