package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Completes tickets. A ticket is a tool's call that waits for a value from a webhook, another
 * service or a person, in any process and until the ticket's deadline.
 *
 * <pre>{@code
 * Tickets.of(gates).complete("acme", ticketId, new Payment("paid", 4711));
 * }</pre>
 *
 * <p>Every caller that has a ticket's id may complete it; {@link GateAuthorizer} is not called.
 * Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Tickets {

  private final GateService gates;

  private Tickets(GateService gates) {
    this.gates = gates;
  }

  public static Tickets of(GateService gates) {
    return new Tickets(Objects.requireNonNull(gates, "gates"));
  }

  /**
   * Passes the value to the call. The turn resumes soon, in any process. The first value counts.
   * Repeating the same value changes nothing, for example if a webhook is sent twice.
   *
   * @param tenant the only tenant whose tickets exist for the caller
   * @param id the id of the ticket
   * @param value JSON, or a value that can be converted to JSON; must fit the schema that the tool
   *     gave
   * @throws AdkException {@code E_GATE_NOT_FOUND}; {@code E_INVALID_TURN_GATE_RESOLUTION} for a
   *     value that does not fit, in which case the ticket stays open; {@code
   *     E_GATE_ALREADY_SETTLED} if it has another value or its time is over; {@code
   *     E_INPUT_TOO_LARGE}
   */
  public void complete(String tenant, String id, @Nullable Object value) {
    settle(tenant, id, GateDecision.resolve(value));
  }

  /**
   * Fails the call.
   *
   * @param reason passed to the model
   * @throws AdkException as {@link #complete}
   */
  public void fail(String tenant, String id, String reason) {
    settle(tenant, id, GateDecision.reject(reason));
  }

  private void settle(String tenant, String id, GateDecision decision) {
    GateRecord gate =
        gates
            .find(Objects.requireNonNull(tenant, "tenant"), id)
            .filter(found -> found.reason().equals(TicketRequest.TICKET))
            .orElseThrow(() -> notFound(id));
    GateActor actor = GateActor.of(null, tenant, List.of(), TicketRequest.TICKET);
    try {
      gates.settleTicket(gate, actor, decision);
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)
          || !(decision instanceof GateDecision.Resolve)
          || gates.find(tenant, id).flatMap(now -> gates.made(now, decision)).isEmpty()) {
        throw e;
      }
    }
  }

  /** Throws if the gate belongs to a ticket and the value does not fit its schema. */
  static void check(GateRecord gate, GateDecision decision) {
    JsonValue payload = gate.payload();
    if (!gate.reason().equals(TicketRequest.TICKET)
        || payload == null
        || !(decision instanceof GateDecision.Resolve resolve)) {
      return;
    }
    JsonNode schema = payload.node().path("schema");
    if (!schema.isMissingNode()) {
      try {
        JsonSchema.of(JsonValue.of(schema)).validate(resolve.value().node());
      } catch (AdkException e) {
        throw new AdkException(
            AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
            "The value does not fit the ticket '" + gate.gateId() + "', which is still open.",
            e);
      }
    }
  }

  /**
   * Result of the gate for a call that waited. For the engine.
   *
   * @param value the result; null if the call failed
   * @param failure the failure passed to the model; null if the call has a result
   */
  public record Outcome(@Nullable String value, @Nullable String failure) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "Outcome[]";
    }
  }

  /**
   * Returns the gate of a call that waits for a ticket or a time; empty for all others. For the
   * engine.
   */
  public static Optional<GateRecord> of(
      TurnStore store, String tenant, String turnId, String callId, @Nullable String ref) {
    return ref == null
        ? Optional.empty()
        : store
            .expire(tenant, ref)
            .filter(
                gate ->
                    gate.reason().equals(TicketRequest.TICKET)
                        || gate.reason().equals(TicketRequest.SLEEP))
            .filter(gate -> gate.turnId().equals(turnId) && callId.equals(gate.toolCallId()));
  }

  /** Returns the outcome of a gate that is not open any more. For the engine. */
  public static Outcome outcome(TurnStore store, GateRecord gate) {
    if (gate.reason().equals(TicketRequest.SLEEP)) {
      return new Outcome("It is time: " + gate.deadline() + " has come.", null);
    }
    GateDecisionRecord made = store.decision(gate).orElse(null);
    JsonValue value = made == null ? null : made.value();
    return switch (gate.state()) {
      case RESOLVED -> new Outcome(value == null ? "null" : text(value), null);
      case REJECTED ->
          new Outcome(null, made == null || made.comment() == null ? "Failed." : made.comment());
      case TIMEOUT -> new Outcome(null, "Nothing came until " + gate.deadline() + ".");
      default -> new Outcome(null, "The wait for a value was given up.");
    };
  }

  private static String text(JsonValue value) {
    return value.node().isString() ? value.node().asString() : value.text();
  }

  private static AdkException notFound(String id) {
    return AdkException.saying(AdkErrorCode.E_GATE_NOT_FOUND, "There is no ticket '%s'.", id);
  }
}
