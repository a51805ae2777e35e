package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.SafeClock;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The part of a gate that its request defines, and the errors of its waiter. */
abstract class AskedGate implements TurnGate {

  final GateRequest<?> request;
  final InstantSource clock;
  private final String turnId;
  private final Instant createdAt;

  AskedGate(String turnId, GateRequest<?> request, InstantSource clock) {
    this.turnId = turnId;
    this.request = request;
    this.clock = SafeClock.of(clock);
    this.createdAt = request.createdAt().orElseGet(this.clock::instant);
  }

  @Override
  public final String id() {
    return Objects.requireNonNull(request.id());
  }

  @Override
  public final String turnId() {
    return turnId;
  }

  @Override
  public final String reason() {
    return Objects.requireNonNull(request.reason());
  }

  @Override
  public final @Nullable Object payload() {
    return request.payload();
  }

  @Override
  public final Instant createdAt() {
    return createdAt;
  }

  @Override
  public final Optional<Instant> deadline() {
    return request.timeout().map(createdAt::plus);
  }

  @Override
  public final Optional<JsonValue> schema() {
    return request.schema().flatMap(GateSchema::jsonSchema);
  }

  @Override
  public final Optional<String> tool() {
    return request.tool();
  }

  @Override
  public final Optional<String> checksum() {
    return request.checksum();
  }

  @Override
  public final Optional<String> toolCallId() {
    return request.toolCallId();
  }

  /** Returns the waiter's value, or throws {@code E_INVALID_TURN_GATE_RESOLUTION}. */
  final @Nullable Object checked(@Nullable Object value) {
    GateSchema<?> schema = request.schema().orElse(null);
    if (schema == null) {
      return value;
    }
    try {
      return schema.validate(value);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          "The value does not fit the schema of gate '%s', which is still open: %s"
              .formatted(id(), e.getMessage()),
          e);
    }
  }

  /** Returns the waiter's value for a recorded value. */
  final @Nullable Object checked(@Nullable JsonValue value) {
    return checked(value == null || value.isNull() ? null : (Object) value.as(Object.class));
  }

  /**
   * Returns true if the request's own rule, or else the actor who decided, reports it as edited.
   */
  final boolean edited(GateDecision.Resolve decision) {
    return request.edited(checked(decision.value()), decision.edited());
  }

  /**
   * @param age time since the gate was opened, for a request without its own timeout
   */
  final AdkException timeout(Duration age) {
    long millis = request.timeout().orElse(age).toMillis();
    String why = "not settled within " + millis + " ms.";
    return error(AdkErrorCode.E_TURN_GATE_TIMEOUT, why, null);
  }

  final AdkException aborted(String why, @Nullable Object reason) {
    return error(AdkErrorCode.E_TURN_GATE_ABORTED, "aborted" + why, reason);
  }

  final AdkException rejected(GateDecisionRecord decision) {
    String by = decision.actor().name() == null ? "" : " by " + decision.actor().name();
    String why = decision.comment() == null ? "." : ": " + decision.comment();
    return error(AdkErrorCode.E_TURN_GATE_REJECTED, "rejected" + by + why, null);
  }

  final AdkException notKept() {
    return new AdkException(
        AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
        ("The gate '%s' was resolved in another process with a value that is not JSON, or that is"
                + " not kept.")
            .formatted(id()));
  }

  private AdkException error(ErrorCode code, String what, @Nullable Object reason) {
    return AdkException.of(code)
        .message("The gate '" + id() + "' was " + what)
        .cause(reason instanceof Throwable cause ? cause : null)
        .args(id())
        .build();
  }
}
