package dev.adk4j.stored;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens the gates of one turn. Any number may be open at once. Each gate blocks the thread that
 * opened it and needs no other resource but its timeout. Every turn has its own instance. Pass one
 * to a standalone dispatch if its tools need gates. Thread-safe.
 */
public final class TurnGates {

  private static final int MAX_KEY = 200;

  private final String turnId;
  private final AbortSignal signal;
  private final InstantSource clock;
  private final GateListener listener;
  private final Scope scope;
  private final GateService service;

  /**
   * @param turnId the turn that the gates belong to
   * @param signal aborts every open gate when it is aborted
   * @param scope owner of the gates
   * @param service stores and settles them
   */
  public TurnGates(
      String turnId,
      AbortSignal signal,
      InstantSource clock,
      GateListener listener,
      Scope scope,
      GateService service) {
    this.turnId = turnId;
    this.signal = signal;
    this.clock = clock;
    this.listener = listener;
    this.scope = scope;
    this.service = service;
  }

  /**
   * Opens a gate and blocks until it is settled. An interrupt aborts the gate and sets the thread's
   * interrupt flag again.
   *
   * @throws Exception the error that the gate was rejected with, {@code E_TURN_GATE_ABORTED} or
   *     {@code E_TURN_GATE_TIMEOUT}; {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, and {@code
   *     E_LIMIT_REACHED} if the service limits open gates, before any gate is opened
   */
  public <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception {
    return waitFor(request, null, ref -> {});
  }

  /**
   * Leaves a recorded gate open if it is not settled in time. For the engine.
   *
   * @param patience the time to wait; null to wait for its end
   * @param left receives the {@link GateRecord#ref()} of a gate that was left open
   * @throws AbortException if the gate was left open
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // null only if the request's type allows it
  public <T extends @Nullable Object> T waitFor(
      GateRequest<T> request, @Nullable Duration patience, Consumer<String> left) throws Exception {
    GateRequest<T> checked = checked(request);
    StoredGate gate = service.gate(turnId, scope, checked, clock);
    try {
      return (T) gate.await(signal, listener, patience);
    } catch (GateEnd.Left open) {
      left.accept(gate.ref().orElseThrow());
      throw new AbortException("The gate '" + checked.id() + "' is waited for without a thread.");
    }
  }

  /**
   * Returns the request itself, or throws {@code E_INVALID_INITIAL_TURN_GATE_VALUE} with everything
   * that is wrong with it.
   */
  public static <T extends @Nullable Object> GateRequest<T> checked(
      @Nullable GateRequest<T> request) {
    Violations violations = new Violations().required(request, "$");
    if (request != null) {
      violations.requiredText(request.id(), "$.id").requiredText(request.reason(), "$.reason");
      request.timeout().ifPresent(timeout -> checkTimeout(timeout, violations));
      request.key().ifPresent(key -> checkKey(key, violations));
    }
    violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TURN_GATE_VALUE);
    return Objects.requireNonNull(request);
  }

  private static void checkKey(String key, Violations violations) {
    violations.check(
        !key.isEmpty() && key.length() <= MAX_KEY,
        "$.key",
        "range",
        "must have 1 to " + MAX_KEY + " characters, had " + key.length());
  }

  private static void checkTimeout(Duration timeout, Violations violations) {
    violations.check(
        timeout.getNano() % 1_000_000 == 0 && timeout.isPositive(),
        "$.timeout",
        "range",
        "must be a whole number of milliseconds, at least 1, was " + timeout);
  }
}
