package dev.adk4j.gate;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens the gates of one turn. Any number may be open at once, each blocks the thread that opened
 * it and costs nothing else but its timeout. Turns have one of their own; give a standalone
 * dispatch one where its tools need gates. Thread-safe.
 */
public final class GateKeeper {

  private static final int MAX_KEY = 200;

  private final String turnId;
  private final AbortSignal signal;
  private final InstantSource clock;
  private final GateListener listener;
  private final Scope scope;
  private final @Nullable GateDesk desk;

  /**
   * Of gates that nobody but this process knows of.
   *
   * @param turnId what the gates say they belong to
   * @param signal aborts every open gate when it fires
   */
  public GateKeeper(String turnId, AbortSignal signal, InstantSource clock, GateListener listener) {
    this(turnId, signal, clock, listener, Scope.DEFAULT, null);
  }

  /**
   * @param turnId what the gates say they belong to
   * @param signal aborts every open gate when it fires
   * @param scope whose gates they are
   * @param desk where they are recorded and settled; null for gates of this process alone
   */
  public GateKeeper(
      String turnId,
      AbortSignal signal,
      InstantSource clock,
      GateListener listener,
      Scope scope,
      @Nullable GateDesk desk) {
    this.turnId = Objects.requireNonNull(turnId, "turnId");
    this.signal = Objects.requireNonNull(signal, "signal");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.listener = Objects.requireNonNull(listener, "listener");
    this.scope = Objects.requireNonNull(scope, "scope");
    this.desk = desk;
  }

  /**
   * Opens a gate and blocks until it is settled. An interrupt aborts the gate; the thread's
   * interrupt flag is set again.
   *
   * @throws Exception what the gate was rejected with, {@code E_TURN_GATE_ABORTED} or {@code
   *     E_TURN_GATE_TIMEOUT}; {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, and {@code
   *     E_LIMIT_REACHED} where the desk limits open gates, before any gate is opened
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // null only where the request's type allows it
  public <T extends @Nullable Object> T waitFor(GateRequest<T> request) throws Exception {
    GateRequest<T> checked = checked(request);
    return (T)
        (desk == null
            ? new OpenGate(turnId, checked, clock, listener, GateLink.NONE).await(signal)
            : desk.await(turnId, scope, signal, clock, listener, checked));
  }

  /**
   * The request itself, or {@code E_INVALID_INITIAL_TURN_GATE_VALUE} naming everything that is
   * wrong with it.
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
    boolean whole = timeout.getNano() % 1_000_000 == 0;
    violations.check(
        whole && timeout.isPositive(),
        "$.timeout",
        "range",
        "must be a whole number of milliseconds, at least 1, was " + timeout);
  }
}
