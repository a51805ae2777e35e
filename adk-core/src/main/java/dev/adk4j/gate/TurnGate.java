package dev.adk4j.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An open gate: somebody waits until it is settled. May be settled from any thread; the first
 * settlement wins, later ones do nothing. Only the runner makes gates; nothing stores them.
 */
public interface TurnGate {

  String id();

  String turnId();

  String reason();

  @Nullable Object payload();

  Instant createdAt();

  boolean isSettled();

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
