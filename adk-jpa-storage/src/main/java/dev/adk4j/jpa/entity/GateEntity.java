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
 * Gate: a decision for which a turn waits. For queries only: the storage writes the rows, never
 * JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_gate", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(GateEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class GateEntity extends TenantRow {

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
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "payload", length = Length.LONG32)
  private @Nullable String payload;

  @Column(name = "has_schema", nullable = false)
  private boolean hasSchema;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "tool", length = Length.LONG32)
  private @Nullable String tool;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "tool_checksum", length = Length.LONG32)
  private @Nullable String toolChecksum;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "tool_call_id", length = Length.LONG32)
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

  public String ref() {
    return ref;
  }

  /** Returns the conversation; empty for a turn without one. */
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

  /** Returns the payload as JSON; null if content is not stored. */
  public @Nullable String payload() {
    return payload;
  }

  public boolean hasSchema() {
    return hasSchema;
  }

  public @Nullable String tool() {
    return tool;
  }

  /**
   * Returns the checksum of the tool's call; null if {@link #payload} contains it as {@code
   * checksum}.
   */
  public @Nullable String toolChecksum() {
    return toolChecksum;
  }

  /**
   * Returns the id of the call's record, which may not be stored yet; null if {@link #payload}
   * contains it as {@code toolCallId}.
   */
  public @Nullable String toolCallId() {
    return toolCallId;
  }

  /** Returns the process that waits or waited. */
  public String node() {
    return node;
  }

  public int openings() {
    return openings;
  }

  /**
   * Returns the number of refused attempts to settle the gate, excluding other tenants' attempts.
   */
  public int refusals() {
    return refusals;
  }

  /** Returns the number of refused attempts of other tenants, for operators. */
  public int foreignRefusals() {
    return foreignRefusals;
  }

  /** Returns the lower-case name of a {@code GateState}. */
  public String state() {
    return state;
  }

  /** Returns true if the gate is open or proposed. */
  public boolean undecided() {
    return undecided;
  }

  public Instant openedAt() {
    return openedAt;
  }

  /** Returns the time of the last request for the gate. */
  public Instant askedAt() {
    return askedAt;
  }

  public @Nullable Instant deadlineAt() {
    return deadlineAt;
  }

  public @Nullable Instant settledAt() {
    return settledAt;
  }

  /** Returns the id of the decision that settled the gate. */
  public @Nullable String decisionId() {
    return decisionId;
  }

  public @Nullable Instant deliveredAt() {
    return deliveredAt;
  }

  /** Returns the previously settled gate with the same key. */
  public @Nullable String previous() {
    return previous;
  }

  public record Key(String tenant, String ref) implements Serializable {}
}
