package dev.adk4j.gate;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An open gate: somebody waits until it is settled. May be settled from any thread; the first
 * settlement wins, later ones do nothing. Only the runner makes gates.
 *
 * <p>Where the runner has a {@link GateDesk}, the gate is recorded and other processes may settle
 * it too: then a settlement is durable when the method returns, and throws {@code
 * E_STORAGE_UNAVAILABLE}, the gate still open, where it can not be made so.
 */
@NoJsonForm
public interface TurnGate {

  String id();

  String turnId();

  String reason();

  @Nullable Object payload();

  /**
   * Returns the payload as every approver sees it: its display form, or {@code {"notJson":
   * "CLASS"}} for a payload that has none.
   */
  default JsonValue payloadJson() {
    return Jsons.orClass(payload());
  }

  Instant createdAt();

  boolean isSettled();

  /** Names the gate to a {@link GateDesk}, in any process; empty where nothing records gates. */
  default Optional<String> ref() {
    return Optional.empty();
  }

  /**
   * Lets the waiter go on with the value, as the gate's schema returns it.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_TURN_GATE_RESOLUTION} where the schema
   *     refuses the value; the gate stays open
   */
  void resolve(@Nullable Object value);

  /** Makes the waiter throw this very instance. */
  void reject(Throwable error);

  /** Makes the waiter throw {@code E_TURN_GATE_ABORTED}; the turn goes on. */
  void abort();
}
