package dev.adk4j.boot.actuate;

import dev.adk4j.boot.gate.GateActors;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDesk;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import tools.jackson.core.JacksonException;

/**
 * The gates that wait for a decision: those the store knows, of all nodes and tenants, and those of
 * this node that nothing records. Settling one needs {@code
 * management.endpoint.adkgates.access=unrestricted}: it lets an agent go on.
 */
@Endpoint(id = "adkgates", defaultAccess = Access.READ_ONLY)
public final class AdkGatesEndpoint {

  private static final String CHANNEL = "actuator";
  private static final int LIMIT = 1000;

  private final OpenGates live;
  private final boolean content;
  private final @Nullable GateDesk desk;
  private final GateActors actors;

  AdkGatesEndpoint(OpenGates live, boolean content, @Nullable GateDesk desk, GateActors actors) {
    this.live = live;
    this.content = content;
    this.desk = desk;
    this.actors = actors;
  }

  /** The oldest 1000. */
  @ReadOperation
  public Gates gates() {
    List<GateDescription> gates = new ArrayList<>();
    if (desk != null) {
      for (GateRecord gate : desk.list(GateQuery.UNDECIDED.withLimit(LIMIT))) {
        gates.add(describe(gate));
      }
    }
    live.all().stream()
        .filter(gate -> gate.ref().isEmpty())
        .map(this::describe)
        .forEach(gates::add);
    return new Gates(gates);
  }

  /**
   * Settles a gate: 204 where it was open, 202 where the decision waits for its turn to be run
   * again, 403 where that is not allowed, 404 where there is no such gate, 409 where somebody else
   * was first.
   *
   * @param decision {@code resolve}, {@code reject} or {@code abort}
   * @param value what to resolve it with, as JSON; nothing is null
   * @param reason why it is rejected
   */
  @WriteOperation
  public WebEndpointResponse<Void> settle(
      @Selector String turnId,
      @Selector String gateId,
      String decision,
      @Nullable String value,
      @Nullable String reason) {
    Optional<GateRecord> recorded =
        desk == null ? Optional.empty() : desk.store().find(null, turnId, gateId);
    if (desk != null && recorded.isPresent()) {
      return settle(desk, recorded.get(), decision(decision, value, reason));
    }
    Optional<TurnGate> gate = live.find(turnId, gateId);
    if (gate.isEmpty()) {
      return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
    switch (decision(decision, value, reason)) {
      case GateDecision.Resolve resolve -> resolve(gate.get(), value);
      case GateDecision.Reject reject ->
          gate.get().reject(new GateRejectedException(reject.comment()));
      case GateDecision.Abort abort -> gate.get().abort();
    }
    return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
  }

  private WebEndpointResponse<Void> settle(GateDesk desk, GateRecord gate, GateDecision decision) {
    GateActor actor =
        actors
            .current(null, CHANNEL)
            .map(known -> GateActor.of(known.name(), null, known.authorities(), CHANNEL))
            .orElseGet(() -> GateActor.of(null, null, List.of(), CHANNEL));
    try {
      boolean done = desk.settle(gate.ref(), actor, decision).state().isFinal();
      return new WebEndpointResponse<>(done ? WebEndpointResponse.STATUS_NO_CONTENT : 202);
    } catch (AdkException e) {
      return switch (e.errorCode()) {
        case E_INVALID_TURN_GATE_RESOLUTION -> throw invalid(String.valueOf(e.getMessage()));
        case E_GATE_NOT_AUTHORIZED, E_GATE_NOT_FOUND, E_GATE_ALREADY_SETTLED ->
            new WebEndpointResponse<>(e.status());
        default -> throw e;
      };
    }
  }

  private static GateDecision decision(
      String decision, @Nullable String value, @Nullable String reason) {
    return switch (decision) {
      case "resolve" -> GateDecision.resolve(plain(value));
      case "reject" -> GateDecision.reject(reason);
      case "abort" -> GateDecision.abort();
      default ->
          throw invalid("The decision must be resolve, reject or abort, was '" + decision + "'.");
    };
  }

  private static @Nullable Object plain(@Nullable String value) {
    try {
      return value == null ? null : Json.mapper().readValue(value, Object.class);
    } catch (JacksonException e) {
      throw invalid("The value must be JSON; a text needs its quotes.");
    }
  }

  private static void resolve(TurnGate gate, @Nullable String value) {
    try {
      gate.resolve(plain(value));
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION)) {
        throw e;
      }
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private static InvalidEndpointRequestException invalid(String message) {
    return new InvalidEndpointRequestException(message, message);
  }

  private GateDescription describe(TurnGate gate) {
    return new GateDescription(
        gate.turnId(),
        gate.id(),
        gate.reason(),
        gate.createdAt(),
        content ? gate.payloadJson() : null,
        null,
        "open",
        false,
        null);
  }

  private GateDescription describe(GateRecord gate) {
    return new GateDescription(
        gate.turnId(),
        gate.gateId(),
        gate.reason(),
        gate.openedAt(),
        content ? gate.payload() : null,
        gate.ref(),
        gate.state().wire(),
        gate.orphaned(),
        gate.age());
  }

  /**
   * @param gates oldest first
   */
  public record Gates(List<GateDescription> gates) {}

  /**
   * @param payload what is to be decided on; null unless {@code adk.endpoint.include-content} is
   *     set
   * @param ref names the gate in the store; null where nothing records it
   * @param state {@code open}, or {@code proposed} where a decision waits to be checked
   * @param orphaned whether the process that waited is gone
   * @param age since it was opened; null where nothing records it
   */
  public record GateDescription(
      String turnId,
      String gateId,
      String reason,
      Instant createdAt,
      @Nullable JsonValue payload,
      @Nullable String ref,
      String state,
      boolean orphaned,
      @Nullable Duration age) {}
}
