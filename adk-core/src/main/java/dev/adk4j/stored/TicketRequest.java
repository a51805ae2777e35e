package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests that a call waits for a value or a time. For the engine.
 *
 * @param callId the id of the call's record
 * @param name differs between the tickets of a call; null for a call that only sleeps
 * @param schema the schema of the value; null for any value
 * @param deadline the time at which the wait is over in any case
 */
@NoJsonForm
public record TicketRequest(
    String callId, @Nullable String name, @Nullable JsonValue schema, Instant deadline) {

  /**
   * Name of the tickets of calls that the sender of the turn's message answers; see {@link
   * dev.adk4j.client.TurnOptions#callerTools}.
   */
  public static final String CALLER = "adk.caller";

  static final String TICKET = "ticket";
  static final String SLEEP = "sleep";
  private static final int LONGEST_NAME = 100;

  public TicketRequest {
    new Violations()
        .required(deadline, "$.deadline")
        .check(
            name == null || (!name.isBlank() && name.length() <= LONGEST_NAME),
            "$.name",
            "size",
            "must have 1 to " + LONGEST_NAME + " characters")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns the opening of a gate that has no approver. Equal requests have equal openings. */
  public TurnStore.Opening opening(Scope scope, String turnId, Instant now) {
    String kind = name == null ? SLEEP : TICKET;
    String id = name == null ? callId : name;
    return new TurnStore.Opening(
        Ids.next(),
        scope,
        turnId,
        kind + ":" + id,
        kind + ":" + callId + ":" + id,
        kind,
        JsonValue.of(
            schema == null ? Map.of("name", id) : Map.of("name", id, "schema", schema.node())),
        false,
        null,
        null,
        callId,
        Duration.ofMillis(Math.max(1, Duration.between(now, deadline).toMillis())),
        TurnStore.Opening.NOBODY);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "TicketRequest[" + callId + ", " + name + "]";
  }
}
