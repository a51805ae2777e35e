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
 * A gate: what a turn waited for somebody to decide. For queries only: rows are written by the
 * storage, never through JPA.
 */
@Entity
@Immutable
@Table(name = "adk_gate", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(GateEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class GateEntity {

  @Id
  @Column(name = "tenant", nullable = false)
  private String tenant;

  @Id
  @Column(name = "ref", nullable = false)
  private String ref;

  @Convert(converter = StoredText.class)
  @Column(name = "conversation", nullable = false)
  private String conversation;

  @Convert(converter = StoredText.class)
  @Column(name = "subject")
  private @Nullable String subject;

  @Convert(converter = StoredText.class)
  @Column(name = "turn_id", nullable = false)
  private String turnId;

  @Convert(converter = StoredText.class)
  @Column(name = "gate_id", nullable = false)
  private String gateId;

  @Convert(converter = StoredText.class)
  @Column(name = "gate_key")
  private @Nullable String gateKey;

  @Convert(converter = StoredText.class)
  @Column(name = "reason", nullable = false)
  private String reason;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "payload")
  private @Nullable String payload;

  @Column(name = "has_schema", nullable = false)
  private boolean hasSchema;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "tool")
  private @Nullable String tool;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "tool_checksum")
  private @Nullable String toolChecksum;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
  @Column(name = "tool_call_id")
  private @Nullable String toolCallId;

  @Convert(converter = StoredText.class)
  @Column(name = "node", nullable = false)
  private String node;

  @Column(name = "openings", nullable = false)
  private int openings;

  @Column(name = "refusals", nullable = false)
  private int refusals;

  @Column(name = "foreign_refusals", nullable = false)
  private int foreignRefusals;

  @Convert(converter = StoredText.class)
  @Column(name = "state", nullable = false)
  private String state;

  @Column(name = "undecided", nullable = false)
  private boolean undecided;

  @Convert(converter = EpochMillis.class)
  @Column(name = "opened_at", nullable = false)
  private Instant openedAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "asked_at", nullable = false)
  private Instant askedAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "deadline_at")
  private @Nullable Instant deadlineAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "settled_at")
  private @Nullable Instant settledAt;

  @Convert(converter = StoredText.class)
  @Column(name = "decision_id")
  private @Nullable String decisionId;

  @Convert(converter = EpochMillis.class)
  @Column(name = "delivered_at")
  private @Nullable Instant deliveredAt;

  @Convert(converter = StoredText.class)
  @Column(name = "previous")
  private @Nullable String previous;

  private GateEntity() {}

  public String tenant() {
    return tenant;
  }

  public String ref() {
    return ref;
  }

  /** Empty for a turn without conversation. */
  public String conversation() {
    return conversation;
  }

  public @Nullable String subject() {
    return subject;
  }

  public String turnId() {
    return turnId;
  }

  public String gateId() {
    return gateId;
  }

  public @Nullable String gateKey() {
    return gateKey;
  }

  public String reason() {
    return reason;
  }

  /** JSON; null where content is not kept. */
  public @Nullable String payload() {
    return payload;
  }

  public boolean hasSchema() {
    return hasSchema;
  }

  public @Nullable String tool() {
    return tool;
  }

  public @Nullable String toolChecksum() {
    return toolChecksum;
  }

  /** The id that the record of the call has, or will have. */
  public @Nullable String toolCallId() {
    return toolCallId;
  }

  /** The process that waits, or waited. */
  public String node() {
    return node;
  }

  public int openings() {
    return openings;
  }

  /** How many attempts to settle it were refused, those of other tenants not counted. */
  public int refusals() {
    return refusals;
  }

  /** How many attempts of other tenants were refused; for operators. */
  public int foreignRefusals() {
    return foreignRefusals;
  }

  /** The name of a GateState, in lower case. */
  public String state() {
    return state;
  }

  /** Whether it is open or proposed. */
  public boolean undecided() {
    return undecided;
  }

  public Instant openedAt() {
    return openedAt;
  }

  /** When it was asked for last. */
  public Instant askedAt() {
    return askedAt;
  }

  public @Nullable Instant deadlineAt() {
    return deadlineAt;
  }

  public @Nullable Instant settledAt() {
    return settledAt;
  }

  /** The decision that counts. */
  public @Nullable String decisionId() {
    return decisionId;
  }

  public @Nullable Instant deliveredAt() {
    return deliveredAt;
  }

  /** The gate that was decided before under the same key. */
  public @Nullable String previous() {
    return previous;
  }

  public record Key(String tenant, String ref) implements Serializable {}
}
