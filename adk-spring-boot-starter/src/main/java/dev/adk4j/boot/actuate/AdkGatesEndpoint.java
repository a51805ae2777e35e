package dev.adk4j.boot.actuate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.AdkProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * Actuator endpoint for gates that wait for a decision: those in the store, of all nodes and
 * tenants, and unrecorded ones of this node. Settling a gate lets an agent continue, so it requires
 * {@code management.endpoint.adkgates.access=unrestricted}. JMX calls are anonymous; over HTTP
 * {@link AdkGatesWebExtension} settles in the name of the caller.
 */
@Endpoint(id = "adkgates", defaultAccess = Access.READ_ONLY)
record AdkGatesEndpoint(OpenGates live, boolean content, @Nullable GateService service) {

  static final String CHANNEL = "actuator";

  private static final int LIMIT = 1000;
  private static final MimeType PROBLEM = MimeTypeUtils.parseMimeType(AdkProblem.MEDIA_TYPE);
  static final GateActor NOBODY = GateActor.of(null, null, List.of(), CHANNEL);

  /** Returns the oldest 1000 gates. */
  @ReadOperation
  public Gates gates() {
    List<GateDescription> gates =
        service == null
            ? live.all().stream().map(open -> describe(open, GateState.OPEN)).toList()
            : service.list(GateQuery.UNDECIDED.withLimit(LIMIT)).stream()
                .map(this::describe)
                .toList();
    return new Gates(gates);
  }

  /** Returns a recorded gate with the attempts to settle it, including those of other tenants. */
  @ReadOperation
  public @Nullable GateHistory gate(@Selector String ref) {
    if (service == null) {
      return null;
    }
    GateService recorded = service;
    return recorded
        .find(null, ref)
        .map(
            gate ->
                new GateHistory(
                    describe(gate),
                    gate.refusals(),
                    Stream.concat(
                            recorded.decisions(gate).stream(),
                            recorded
                                .store()
                                .decisions(
                                    gate.tenant(), gate.ref(), true, null, TurnStore.REFUSALS_KEPT)
                                .stream())
                        .map(Attempt::of)
                        .toList()))
        .orElse(null);
  }

  /**
   * Settles a gate. Returns the gate with 200 if it was open, or with 202 if the decision is stored
   * until its turn resumes. Otherwise returns a problem detail: 400 for an invalid decision, 403 if
   * it is not allowed, 404 if the gate does not exist, 409 if another decision came first, 413 if
   * it is too large.
   *
   * @param decision {@code resolve}, {@code reject} or {@code abort}
   * @param value value of the resolution, as JSON text; JSON null if it is missing
   * @param reason reason for the rejection
   */
  @WriteOperation
  public WebEndpointResponse<Object> settle(
      @Selector String turnId,
      @Selector String gateId,
      @Nullable String decision,
      @Nullable String value,
      @Nullable String reason) {
    return settle(NOBODY, turnId, gateId, decision, value, reason);
  }

  /** Settles the gate with that {@link GateDescription#ref()}; the responses are the same. */
  @WriteOperation
  public WebEndpointResponse<Object> settleByRef(
      @Selector String ref,
      @Nullable String decision,
      @Nullable String value,
      @Nullable String reason) {
    return settle(NOBODY, ref, decision, value, reason);
  }

  WebEndpointResponse<Object> settle(
      GateActor actor,
      String turnId,
      String gateId,
      @Nullable String decision,
      @Nullable String value,
      @Nullable String reason) {
    return answer(
        () ->
            settle(
                actor,
                service == null ? Optional.empty() : service.store().gate(null, turnId, gateId),
                live.find(turnId, gateId),
                decision(decision, value, reason),
                turnId + "/" + gateId));
  }

  WebEndpointResponse<Object> settle(
      GateActor actor,
      String ref,
      @Nullable String decision,
      @Nullable String value,
      @Nullable String reason) {
    return answer(
        () ->
            settle(
                actor,
                service == null ? Optional.empty() : service.find(null, ref),
                live.find(ref),
                decision(decision, value, reason),
                ref));
  }

  private static WebEndpointResponse<Object> answer(Supplier<GateDescription> settling) {
    try {
      GateDescription gate = settling.get();
      boolean done = !gate.state().equals(GateState.PROPOSED.wire());
      return new WebEndpointResponse<>(gate, done ? WebEndpointResponse.STATUS_OK : 202);
    } catch (AdkException e) {
      return problem(e);
    }
  }

  /** Returns the error as a problem detail. The status of an invalid decision is 400 here. */
  static WebEndpointResponse<Object> problem(AdkException e) {
    int status = AdkProblem.status(e) == 422 ? 400 : AdkProblem.status(e);
    return new WebEndpointResponse<>(AdkProblem.of(e, status), status, PROBLEM);
  }

  private GateDescription settle(
      GateActor actor,
      Optional<GateRecord> recorded,
      Optional<OpenGates.Open> open,
      GateDecision decision,
      String name) {
    if (service != null && recorded.isPresent()) {
      return describe(service.decide(recorded.get().ref(), actor, decision));
    }
    OpenGates.Open here = open.orElseThrow(() -> TurnRules.noGate(name));
    TurnGate gate = here.gate();
    if (gate.isSettled()) {
      throw new AdkException(
          AdkErrorCode.E_GATE_ALREADY_SETTLED,
          "The gate '" + gate.id() + "' can no longer be settled.");
    }
    return switch (decision) {
      case GateDecision.Resolve resolve -> {
        gate.resolve(resolve.value().isNull() ? null : resolve.value().as(Object.class));
        yield describe(here, GateState.RESOLVED);
      }
      case GateDecision.Reject reject -> {
        gate.reject(new GateRejectedException(reject.comment()));
        yield describe(here, GateState.REJECTED);
      }
      case GateDecision.Abort abort -> {
        gate.abort();
        yield describe(here, GateState.ABORTED);
      }
    };
  }

  private static GateDecision decision(
      @Nullable String decision, @Nullable String value, @Nullable String reason) {
    return switch (decision) {
      case "resolve" -> GateDecision.resolve(value == null ? null : parsed(value));
      case "reject" -> GateDecision.reject(reason);
      case "abort" -> GateDecision.abort();
      case null, default ->
          throw new AdkException(
              WebErrorCode.E_INPUT_UNREADABLE,
              "The decision must be resolve, reject or abort, was '" + decision + "'.");
    };
  }

  private static JsonValue parsed(String value) {
    try {
      return JsonValue.parse(value);
    } catch (AdkException e) {
      throw new AdkException(
          WebErrorCode.E_INPUT_UNREADABLE, "The value must be JSON; put a text in quotes.", e);
    }
  }

  private GateDescription describe(OpenGates.Open open, GateState state) {
    TurnGate gate = open.gate();
    return new GateDescription(
        gate.turnId(),
        gate.id(),
        gate.reason(),
        gate.createdAt(),
        content ? gate.payloadJson() : null,
        open.ref(),
        state.wire(),
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
   * @param payload content to decide on; null unless {@code adk.endpoint.include-content} is set
   * @param ref reference of the gate: in the store, or on this node if it is not recorded
   * @param state {@code open}, {@code proposed} if a decision waits for validation, or the kind of
   *     settlement
   * @param orphaned true if the process that waited has died
   * @param age time since it was opened; null if it is not recorded
   */
  public record GateDescription(
      String turnId,
      String gateId,
      String reason,
      Instant createdAt,
      @Nullable JsonValue payload,
      String ref,
      String state,
      boolean orphaned,
      @Nullable Duration age) {}

  /**
   * @param refusals number of rejected attempts, without those of other tenants
   * @param attempts the decision that applies and the newest rejected ones, then those of other
   *     tenants; each oldest first
   */
  public record GateHistory(GateDescription gate, int refusals, List<Attempt> attempts) {}

  /**
   * Attempt to settle a gate, without its content.
   *
   * @param refusal reason for which it had no effect; null for the decision that applies
   * @param tenant tenant of the actor if it differs from the gate's; otherwise null
   */
  public record Attempt(
      String id,
      String kind,
      @Nullable String refusal,
      @Nullable String actor,
      @Nullable String tenant,
      List<String> authorities,
      String channel,
      Instant at) {

    static Attempt of(GateDecisionRecord made) {
      return new Attempt(
          made.id(),
          made.kind().wire(),
          made.refusal() == null ? null : made.refusal().wire(),
          made.actor().name(),
          made.actor().tenant(),
          List.copyOf(made.actor().authorities()),
          made.actor().channel(),
          made.at());
    }
  }
}
