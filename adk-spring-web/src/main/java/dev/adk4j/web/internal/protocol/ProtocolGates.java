package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.stored.Tickets;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Gates of a caller's conversation. Only they can be named: all others are unknown. Actors are
 * authenticated.
 *
 * @param service null if gates are not recorded; then protocols cannot settle them
 */
public record ProtocolGates(
    @Nullable GateService service, ProtocolCaller caller, Conversation conversation) {

  /** Returns true if the caller may decide on the gate, so that it may be shown for decision. */
  public boolean mayDecide(@Nullable String ref) {
    GateActor actor = caller.actor();
    return service != null
        && actor != null
        && ref != null
        && gate(ref).filter(gate -> service.maySettle(actor, gate)).isPresent();
  }

  /**
   * Answer to a requested approval.
   *
   * @param args arguments that replace those of the call; null for the requested ones
   */
  public record Approval(
      String ref, boolean approved, @Nullable JsonValue args, @Nullable String reason) {}

  /**
   * Settles the gate with an approval or a rejection, converted to the value that the gate accepts.
   *
   * @return the id of the turn that resumes
   */
  public String settle(Approval answer) {
    return settle(answer.ref(), gate -> decision(gate, answer));
  }

  /** Settles the gate with this decision. */
  public String settle(String ref, GateDecision decision) {
    return settle(ref, gate -> decision);
  }

  private String settle(String ref, Function<GateRecord, GateDecision> decision) {
    GateRecord gate =
        gate(ref)
            .orElseThrow(
                () ->
                    new AdkException(
                        AdkErrorCode.E_GATE_NOT_FOUND, "This conversation has no such gate."));
    GateActor actor = caller.actor();
    if (actor == null) {
      throw new AdkException(
          AdkErrorCode.E_GATE_NOT_AUTHORIZED, "Decisions require an authenticated caller.");
    }
    try {
      return conversation.settle(ref, decision.apply(gate), actor);
    } catch (AdkException e) {
      throw AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)
          ? decided(ref).<AdkException>map(made -> new TooLate(made, e)).orElse(e)
          : e;
    }
  }

  /** Settles a gate. If another decision came first, that one applies and is reported. */
  public String settleOrJoin(String ref, Supplier<String> settle) {
    try {
      return settle.get();
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)) {
        throw e;
      }
      return turn(ref).orElseThrow(() -> e);
    }
  }

  /** Thrown for a decision on a gate that already has another one. */
  public static final class TooLate extends AdkException {

    private static final long serialVersionUID = 1L;

    private final transient Decided decided;

    private TooLate(Decided decided, AdkException cause) {
      super(
          of(AdkErrorCode.E_GATE_ALREADY_SETTLED)
              .message("The gate " + decided.told() + ".")
              .cause(cause));
      this.decided = decided;
    }

    /** Returns the decision that applies. */
    public Decided decided() {
      return decided;
    }
  }

  /**
   * A decision that applies.
   *
   * @param approved false for any form of rejection
   * @param by null if no person decided: a timeout, or the end of the turn
   */
  public record Decided(
      boolean approved,
      String state,
      @Nullable String by,
      String channel,
      @Nullable String reason) {

    /** Returns a text for clients whose protocol has no field for the decision. */
    public String told() {
      return by == null
          ? "ended without a decision (" + channel + ")"
          : "was " + (approved ? "approved" : "denied") + " by " + by + " (" + channel + ")";
    }
  }

  /** Returns the decision about a gate; empty if there is none. */
  public Optional<Decided> decided(String ref) {
    GateRecord gate = gate(ref).orElse(null);
    return service == null || gate == null
        ? Optional.empty()
        : service.store().decision(gate).map(made -> decided(gate, made));
  }

  private static Decided decided(GateRecord gate, GateDecisionRecord made) {
    JsonNode value = made.value() == null ? null : made.value().node();
    boolean denied =
        value != null
            && (value.isBoolean() && !value.booleanValue()
                || value.path("approved").isBoolean() && !value.path("approved").booleanValue());
    String said = value == null ? null : value.path("reason").asString(null);
    return new Decided(
        made.kind() == GateDecision.Kind.RESOLVE && !denied,
        gate.state().wire(),
        made.actor().name(),
        made.actor().channel(),
        made.comment() == null ? said : made.comment());
  }

  /** Returns the gate of that name in the conversation, also of an agent that a tool of it runs. */
  public Optional<GateRecord> gate(String ref) {
    Scope scope = conversation.scope();
    return service == null
        ? Optional.empty()
        : service.find(scope.tenant(), ref).filter(gate -> isOf(gate.scope(), scope));
  }

  /** Returns true if the gate waits for a decision. */
  public boolean isOpen(String ref) {
    return gate(ref).filter(gate -> gate.state() == GateState.OPEN).isPresent();
  }

  /** Returns a text for clients whose protocol has no field for calls that wait. */
  public static String told(List<WaitingGate> gates) {
    StringBuilder text = new StringBuilder("Waiting for approval:");
    gates.forEach(gate -> text.append("\n- " + call(gate) + " (" + gate.id() + ")"));
    return text.toString();
  }

  /** Returns the tool that waits, or the kind of the gate. */
  public static String name(WaitingGate gate) {
    return gate.tool() == null ? gate.reason() : gate.tool();
  }

  /** Returns the same with the arguments. */
  public static String call(WaitingGate gate) {
    return gate.args() == null ? name(gate) : name(gate) + " " + gate.args().text();
  }

  /** Reads the event of a gate that blocks its turn. */
  public static WaitingGate waiting(JsonNode event) {
    String deadline = event.path("deadline").asString(null);
    return new WaitingGate(
        event.path("ref").asString(),
        event.path("tool").asString(null),
        json(event.path("payload").path("args")),
        event.path("reason").asString(""),
        deadline == null ? null : Instant.parse(deadline),
        event.path("toolCallId").asString(null),
        event.path("checksum").asString(null),
        json(event.path("schema")));
  }

  /**
   * Returns the gates that a run of the turn ended with, also after their decision.
   *
   * @param refs their references; empty for those that the turn waits for now
   */
  public List<WaitingGate> waiting(String turnId, List<String> refs) {
    return refs.isEmpty()
        ? conversation
            .waiting()
            .filter(answer -> answer.turnId().equals(turnId))
            .map(Answer::gates)
            .orElse(List.of())
        : refs.stream().flatMap(ref -> gate(ref).stream()).map(ProtocolGates::waiting).toList();
  }

  /** Returns a recorded gate; its schema is unknown. */
  public static WaitingGate waiting(GateRecord gate) {
    return new WaitingGate(
        gate.ref(),
        gate.tool(),
        gate.payload() == null ? null : json(gate.payload().node().path("args")),
        gate.reason(),
        gate.deadline());
  }

  private static @Nullable JsonValue json(JsonNode node) {
    return node.isMissingNode() ? null : JsonValue.of(node);
  }

  private static boolean isOf(Scope gate, Scope conversation) {
    return gate.conversation() != null
        && gate.outermost().requireConversation().equals(conversation.requireConversation());
  }

  /**
   * Returns the conversation's turn that opened the gate, itself or through an agent that its tool
   * runs.
   */
  public Optional<String> turn(String ref) {
    return gate(ref)
        .flatMap(
            gate ->
                gate.scope().equals(conversation.scope())
                    ? Optional.of(gate.turnId())
                    : conversation.waiting().map(Answer::turnId));
  }

  /**
   * Returns the gates of calls that the conversation's client answers or answered, undecided ones
   * first.
   */
  public List<GateRecord> ofCaller() {
    return Stream.of(true, false).flatMap(this::ofCaller).toList();
  }

  /** Returns the calls that the client must answer before the conversation's turn resumes. */
  public List<String> pending() {
    return ofCaller(true).map(gate -> String.valueOf(gate.toolCallId())).toList();
  }

  private Stream<GateRecord> ofCaller(boolean undecided) {
    Scope scope = conversation.scope();
    GateQuery query =
        new GateQuery(scope.tenant(), scope.conversation(), null, "ticket", undecided, null, 1000);
    return service == null
        ? Stream.empty()
        : service.store().gates(query).stream()
            .filter(gate -> gate.scope().equals(scope))
            .filter(
                gate ->
                    gate.payload() != null
                        && TicketRequest.CALLER.equals(
                            gate.payload().node().path("name").asString("")));
  }

  /**
   * Sets the result of a call, in the name of the client that ran it. If the call already has
   * another result, or its time has elapsed, that outcome applies.
   *
   * @return the id of the turn that resumes
   */
  public String complete(GateRecord gate, String result, boolean failed) {
    Tickets tickets = Tickets.of(Objects.requireNonNull(service));
    try {
      if (failed) {
        tickets.fail(gate.tenant(), gate.ref(), result);
      } else {
        tickets.complete(gate.tenant(), gate.ref(), result);
      }
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)) {
        throw e;
      }
    }
    return gate.turnId();
  }

  private GateDecision decision(GateRecord gate, Approval answer) {
    JsonValue args = answer.args();
    JsonNode schema =
        service == null ? null : service.schema(gate.ref()).map(JsonValue::node).orElse(null);
    boolean approval = gate.tool() != null && isApproval(gate.reason());
    if (approval || isBoolean(schema, "approved")) {
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("approved", answer.approved());
      if (approval && args != null) {
        value.put("args", args.node());
      }
      if (approval && answer.reason() != null) {
        value.put("reason", answer.reason());
      }
      return new GateDecision.Resolve(JsonValue.of(value), args != null);
    }
    if (!answer.approved()) {
      return GateDecision.reject(answer.reason());
    }
    if (gate.hasSchema()) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          "This gate requires a value; an approval alone is not enough. Decide through an "
              + "interface that accepts values.");
    }
    return GateDecision.resolve(true);
  }

  private static boolean isApproval(String reason) {
    return reason.startsWith("tool_approval") || reason.startsWith("tool_confirmation");
  }

  private static boolean isBoolean(@Nullable JsonNode schema, String property) {
    return schema != null
        && schema.path("properties").path(property).path("type").asString("").equals("boolean");
  }
}
