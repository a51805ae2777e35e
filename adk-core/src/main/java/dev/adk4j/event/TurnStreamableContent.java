package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One step of a message or thought in progress. {@link #full()} is built at its first call, from a
 * buffer that all steps of the stream share, so that a stream whose listeners read only deltas
 * takes linear time.
 */
public final class TurnStreamableContent implements AgentEvent {

  private final @Nullable String turnId;
  private final String id;
  private final Instant createdAt;
  private final Instant updatedAt;
  private final Supplier<String> full;
  private final String delta;
  private final boolean complete;

  private TurnStreamableContent(
      @Nullable String turnId,
      String id,
      Instant createdAt,
      Instant updatedAt,
      Supplier<String> full,
      String delta,
      boolean complete) {
    this.turnId = turnId;
    this.id = Objects.requireNonNull(id, "id");
    this.createdAt = Objects.requireNonNull(createdAt, "createdAt");
    this.updatedAt = Objects.requireNonNull(updatedAt, "updatedAt");
    this.full = Objects.requireNonNull(full, "full");
    this.delta = Objects.requireNonNull(delta, "aDelta");
    this.complete = complete;
  }

  /** Returns a step whose full text is known. */
  public static TurnStreamableContent of(
      String id,
      String full,
      String aDelta,
      boolean isComplete,
      Instant createdAt,
      Instant updatedAt) {
    return new TurnStreamableContent(
        null, id, createdAt, updatedAt, () -> full, aDelta, isComplete);
  }

  /**
   * Returns a step whose full text {@code full} builds; it may be called more than once, from any
   * thread.
   */
  public static TurnStreamableContent lazy(
      @Nullable String turnId,
      String id,
      Supplier<String> full,
      String aDelta,
      boolean isComplete,
      Instant createdAt,
      Instant updatedAt) {
    return new TurnStreamableContent(turnId, id, createdAt, updatedAt, full, aDelta, isComplete);
  }

  @Override
  @JsonProperty
  public @Nullable String turnId() {
    return turnId;
  }

  /** Returns the id of the stream. */
  @JsonProperty
  public String id() {
    return id;
  }

  /** Returns the time at which the stream began. */
  @JsonProperty
  public Instant createdAt() {
    return createdAt;
  }

  @JsonProperty
  public Instant updatedAt() {
    return updatedAt;
  }

  /** Returns the text written so far, including this step. */
  @JsonProperty
  public String full() {
    return full.get();
  }

  /** Returns the text that this step added; may be empty. */
  @JsonProperty
  public String aDelta() {
    return delta;
  }

  @JsonProperty("isComplete")
  public boolean isComplete() {
    return complete;
  }

  /** Returns the time at which the stream was completed; null before. */
  @JsonProperty
  public @Nullable Instant completedAt() {
    return complete ? updatedAt : null;
  }

  /** Returns the same content for the given turn. */
  public TurnStreamableContent withTurnId(String turnId) {
    return new TurnStreamableContent(turnId, id, createdAt, updatedAt, full, delta, complete);
  }

  /** Omits the text. */
  @Override
  public String toString() {
    return "TurnStreamableContent[" + id + (complete ? ", complete]" : "]");
  }
}
