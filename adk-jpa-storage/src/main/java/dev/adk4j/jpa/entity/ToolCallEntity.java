package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * Settled tool call. For queries only: the storage writes the rows, never JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_tool_call", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
public final class ToolCallEntity extends ConversationRecord {

  @Column(name = "seq", nullable = false)
  private long seq;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "provider_id", length = Length.LONG32)
  private @Nullable String providerId;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "tool", length = Length.LONG32, nullable = false)
  private String tool;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "args", length = Length.LONG32, nullable = false)
  private String args;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "requested_args", length = Length.LONG32)
  private @Nullable String requestedArgs;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "checksum", length = Length.LONG32, nullable = false)
  private String checksum;

  @Column(name = "is_complete", nullable = false)
  private boolean complete;

  @Column(name = "is_error", nullable = false)
  private boolean error;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "results", length = Length.LONG32, nullable = false)
  private String results;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "payload", length = Length.LONG32)
  private @Nullable String payload;

  @Convert(converter = StoredText.class)
  @JdbcTypeCode(SqlTypes.VARCHAR)
  @Column(name = "replay_compatibility", length = Length.LONG32)
  private @Nullable String replayCompatibility;

  @Column(name = "from_artifact_tool", nullable = false)
  private boolean fromArtifactTool;

  @Column(name = "inline", nullable = false)
  private boolean inline;

  @Convert(converter = EpochMillis.class)
  @Column(name = "completed_at", nullable = false)
  private Instant completedAt;

  private ToolCallEntity() {}

  /** Returns the position in the conversation among messages, thoughts and tool calls, from 1. */
  public long seq() {
    return seq;
  }

  /** Returns the call's id from the model's provider; not unique. */
  public @Nullable String providerId() {
    return providerId;
  }

  public String tool() {
    return tool;
  }

  /** Returns the arguments of the run as JSON. */
  public String args() {
    return args;
  }

  /**
   * Returns the arguments requested by the model as JSON; null if the tool ran with them unchanged.
   */
  public @Nullable String requestedArgs() {
    return requestedArgs;
  }

  public String checksum() {
    return checksum;
  }

  public boolean complete() {
    return complete;
  }

  public boolean error() {
    return error;
  }

  /** JSON. */
  public String results() {
    return results;
  }

  /** JSON. */
  public @Nullable String payload() {
    return payload;
  }

  public @Nullable String replayCompatibility() {
    return replayCompatibility;
  }

  public boolean fromArtifactTool() {
    return fromArtifactTool;
  }

  public boolean inline() {
    return inline;
  }

  public Instant completedAt() {
    return completedAt;
  }
}
