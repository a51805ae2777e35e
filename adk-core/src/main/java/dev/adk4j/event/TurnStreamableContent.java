package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One step of a message or thought in progress. {@link #full()} is built at its first call, from a
 * buffer that all steps of the stream share, so that a stream whose listeners read only deltas
 * takes linear time.
 *
 * @param id the id of the stream
 * @param createdAt the time at which the stream began
 * @param text builds the text written so far; may be called more than once, from any thread
 * @param aDelta the text that this step added; may be empty
 */
@JsonPropertyOrder({
  "turnId",
  "id",
  "createdAt",
  "updatedAt",
  "full",
  "aDelta",
  "isComplete",
  "completedAt"
})
public record TurnStreamableContent(
    @Nullable String turnId,
    String id,
    Instant createdAt,
    Instant updatedAt,
    @JsonIgnore Supplier<String> text,
    String aDelta,
    boolean isComplete)
    implements AgentEvent {

  public TurnStreamableContent {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(text, "full");
    Objects.requireNonNull(aDelta, "aDelta");
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

  /** Returns the text written so far, including this step. */
  @JsonProperty
  public String full() {
    return text.get();
  }

  /** Returns the time at which the stream was completed; null before. */
  @JsonProperty
  public @Nullable Instant completedAt() {
    return isComplete ? updatedAt : null;
  }

  /** Returns the same content for the given turn. */
  public TurnStreamableContent withTurnId(String turnId) {
    return new TurnStreamableContent(turnId, id, createdAt, updatedAt, text, aDelta, isComplete);
  }

  /** Omits the text. */
  @Override
  public String toString() {
    return "TurnStreamableContent[" + id + (isComplete ? ", complete]" : "]");
  }
}
