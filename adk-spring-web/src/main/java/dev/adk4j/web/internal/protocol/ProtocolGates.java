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
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.stored.Tickets;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Settles gates through the protocols. Actors are authenticated, and can only name gates of their
 * own conversation; all others are unknown.
 */
public final class ProtocolGates {

  private final Optional<GateService> service;

  /**
   * @param service null if gates are not recorded; then protocols cannot settle them
   */
  public ProtocolGates(@Nullable GateService service) {
    this.service = Optional.ofNullable(service);
  }

  /** Returns true if the caller may decide on the gate, so that it may be shown for decision. */
  public boolean mayDecide(ProtocolCaller caller, @Nullable String ref) {
    GateActor actor = caller.actor();
    return actor != null
        && ref != null
        && service
            .filter(gates -> find(caller, ref).filter(g -> gates.maySettle(actor, g)).isPresent())
            .isPresent();
  }

  /** Returns the gate of the caller's tenant. */
  private Optional<GateRecord> find(ProtocolCaller caller, String ref) {
    return service.flatMap(gates -> gates.find(caller.owner().tenant(), ref));
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
  public String settle(Conversation conversation, ProtocolCaller caller, Approval answer) {
    GateRecord gate = gate(conversation, answer.ref()).orElseThrow(ProtocolGates::notFound);
    return settle(conversation, caller, gate, decision(gate, answer));
  }

  /** Settles a gate. If another decision came first, that one applies and is reported. */
  public String settle(Conversation conversation, String ref, Supplier<String> settle) {
    try {
      return settle.get();
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)) {
        throw e;
      }
      return turn(conversation, ref).orElseThrow(() -> e);
    }
  }

  /** Settles the gate with this decision. */
  public String settle(
      Conversation conversation, ProtocolCaller caller, String ref, GateDecision decision) {
    return settle(
        conversation,
        caller,
        gate(conversation, ref).orElseThrow(ProtocolGates::notFound),
        decision);
  }

  private String settle(
      Conversation conversation, ProtocolCaller caller, GateRecord gate, GateDecision decision) {
    GateActor actor = caller.actor();
    if (actor == null) {
      throw new AdkException(
          AdkErrorCode.E_GATE_NOT_AUTHORIZED, "Decisions require an authenticated caller.");
    }
    try {
      return conversation.settle(gate.ref(), decision, actor);
    } catch (AdkException e) {
      throw told(caller, gate.ref(), e);
    }
  }

  /** Adds the earlier decision and the person who decided to the error for a late decision. */
  private AdkException told(ProtocolCaller caller, String ref, AdkException e) {
    return AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)
        ? decided(caller, ref).<AdkException>map(made -> new TooLate(made, e)).orElse(e)
        : e;
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

  /** Returns the decision about a gate of the caller's tenant; empty if there is none. */
  public Optional<Decided> decided(ProtocolCaller caller, String ref) {
    return find(caller, ref)
        .filter(gate -> gate.decisionId() != null)
        .flatMap(
            gate ->
                service
                    .flatMap(
                        gates ->
                            gates
                                .store()
                                .decision(gate.tenant(), String.valueOf(gate.decisionId())))
                    .map(made -> decided(gate, made)));
  }

  /**
   * Returns the call by which clients know the gate: the call that opened it, or the call of the
   * turn that runs the agent that opened it.
   */
  public Optional<String> toolCall(ProtocolCaller caller, String ref) {
    return find(caller, ref).map(GateRecord::toolCallId);
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

  /** Returns the gate of that name in the conversation. */
  public Optional<GateRecord> gate(Conversation conversation, String ref) {
    Scope scope = conversation.scope();
    return service
        .flatMap(gates -> gates.find(scope.tenant(), ref))
        .filter(gate -> isOf(gate.scope(), scope));
  }

  /** Returns a text for clients whose protocol has no field for calls that wait. */
  public static String told(List<WaitingGate> gates) {
    StringBuilder text = new StringBuilder("Waiting for approval:");
    for (WaitingGate gate : gates) {
      String args = gate.args() == null ? "" : " " + gate.args().text();
      text.append("\n- " + name(gate) + args + " (" + gate.id() + ")");
    }
    return text.toString();
  }

  /** Returns the tool that waits, or the kind of the gate. */
  public static String name(WaitingGate gate) {
    return gate.tool() == null ? gate.reason() : gate.tool();
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
  public List<WaitingGate> waiting(Conversation conversation, String turnId, List<String> refs) {
    return refs.isEmpty()
        ? conversation
            .waiting()
            .filter(answer -> answer.turnId().equals(turnId))
            .map(Answer::gates)
            .orElse(List.of())
        : refs.stream()
            .flatMap(ref -> gate(conversation, ref).stream())
            .map(gate -> waiting(gate))
            .toList();
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
  public Optional<String> turn(Conversation conversation, String ref) {
    return gate(conversation, ref)
        .flatMap(
            gate ->
                gate.scope().equals(conversation.scope())
                    ? Optional.of(gate.turnId())
                    : conversation.waiting().map(Answer::turnId));
  }

  /** Returns the scope of a turn of the caller that is durable, or waits or waited. */
  public Optional<Scope> stored(ProtocolCaller caller, String turnId) {
    Scope owner = caller.owner();
    var search = new TurnStore.Search(owner.tenant(), turnId, Set.of(), null, 1);
    return service.stream()
        .flatMap(gates -> gates.store().list(search).stream())
        .map(listed -> listed.turn().scope())
        .filter(scope -> Objects.equals(scope.subject(), owner.subject()))
        .filter(scope -> scope.outermost().equals(scope))
        .findFirst();
  }

  private Stream<GateRecord> read(GateQuery query) {
    return service.stream().flatMap(gates -> gates.store().gates(query).stream());
  }

  /**
   * Returns the gates of calls that the conversation's client answers or answered, undecided ones
   * first.
   */
  public List<GateRecord> ofCaller(Conversation conversation) {
    return Stream.of(true, false).flatMap(open -> ofCaller(conversation, open)).toList();
  }

  /** Returns the calls that the client must answer before the conversation's turn resumes. */
  public List<String> pending(Conversation conversation) {
    return ofCaller(conversation, true).map(gate -> String.valueOf(gate.toolCallId())).toList();
  }

  private Stream<GateRecord> ofCaller(Conversation conversation, boolean undecided) {
    Scope scope = conversation.scope();
    return read(new GateQuery(
            scope.tenant(), scope.conversation(), null, "ticket", undecided, null, 1000))
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
    Tickets tickets = Tickets.of(service.orElseThrow());
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

  /** Returns the JSON Schema of the gate's value; empty if it is unknown here. */
  public Optional<JsonValue> schema(String ref) {
    return service.flatMap(gates -> gates.schema(ref));
  }

  private GateDecision decision(GateRecord gate, Approval answer) {
    JsonValue args = answer.args();
    JsonNode schema = schema(gate.ref()).map(JsonValue::node).orElse(null);
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

  private static AdkException notFound() {
    return new AdkException(AdkErrorCode.E_GATE_NOT_FOUND, "This conversation has no such gate.");
  }
}
