package dev.adk4j.gate;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Open gate that has a waiter until it is settled. May be settled from any thread. The first
 * settlement wins; later ones do nothing. Only the runner creates gates.
 *
 * <p>If the runner has a {@link GateService}, the gate is recorded and other processes may settle
 * it too. A settlement is then durable when the method returns; if it cannot be made durable, the
 * method throws {@code E_STORAGE_UNAVAILABLE} and the gate stays open.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface TurnGate {

  String id();

  String turnId();

  String reason();

  @Nullable Object payload();

  /**
   * Returns the payload as every approver sees it: its display form, or {@code {"notJson":
   * "CLASS"}} if it has none.
   */
  default JsonValue payloadJson() {
    Object payload = payload();
    try {
      return JsonValue.of(payload);
    } catch (RuntimeException e) {
      return JsonValue.of(Map.of("notJson", Objects.requireNonNull(payload).getClass().getName()));
    }
  }

  Instant createdAt();

  /** Returns the time at which the gate times out; empty if it never does. */
  default Optional<Instant> deadline() {
    return Optional.empty();
  }

  /**
   * Returns the JSON Schema of the values that the gate can be resolved with; empty if it is not
   * known.
   */
  default Optional<JsonValue> schema() {
    return Optional.empty();
  }

  /** Returns the tool whose call asked; empty for other gates. */
  default Optional<String> tool() {
    return Optional.empty();
  }

  /** Returns the checksum of that call. */
  default Optional<String> checksum() {
    return Optional.empty();
  }

  /** Returns the id that the record of that call has, or will have. */
  default Optional<String> toolCallId() {
    return Optional.empty();
  }

  /** Returns true if a thread waits; false if the turn ends instead, and resumes later. */
  default boolean isBlocking() {
    return true;
  }

  boolean isSettled();

  /**
   * Returns the name for a {@link GateService}, in any process; empty if no store records gates.
   */
  default Optional<String> ref() {
    return Optional.empty();
  }

  /**
   * Resumes the waiter with the value that the gate's schema returns.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_TURN_GATE_RESOLUTION} if the schema
   *     refuses the value; the gate stays open
   */
  void resolve(@Nullable Object value);

  /** Makes the waiter throw exactly this instance. */
  void reject(Throwable error);

  /** Makes the waiter throw {@code E_TURN_GATE_ABORTED}; the turn continues. */
  void abort();
}
