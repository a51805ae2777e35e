package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool, as the tool sees it. A parameter of this type of an {@link AgentTool} method
 * is given by the runtime:
 *
 * <pre>{@code
 * @AgentTool("Charges the customer.")
 * String charge(long cents, ToolContext call) {
 *   return ledger.charge(cents, call.idempotencyKey());
 * }
 * }</pre>
 *
 * @param dispatch the context of the turn that calls
 * @param meta the tool's own
 * @param recordId the id that the call's record will have; null for a call that is not recorded
 * @since 0.1.0
 */
public record ToolContext(DispatchContext dispatch, Attributes meta, @Nullable String recordId) {

  /** Returns whom the call acts for. */
  public Scope scope() {
    return dispatch.scope();
  }

  /**
   * Opens a ticket: this call may wait for its value without a thread, for days, while the process
   * is restarted. For the same call and name it is always the same ticket. In a turn that ends
   * where it waits, which each turn of a conversation does unless it blocks at its gates.
   *
   * <pre>{@code
   * Ticket ticket = call.ticket("payment", Payment.class, clock.instant().plus(Duration.ofDays(3)));
   * bank.charge(cents, "https://shop.example/hooks/" + ticket.id());
   * return ticket.await();
   * }</pre>
   *
   * @param name at most 100 characters
   * @param type of the value, which has to fit the schema of it
   * @param deadline when the call fails for want of a value
   * @see dev.adk4j.gate.Tickets#complete
   */
  public Ticket ticket(String name, Class<?> type, Instant deadline) {
    return open(name, JsonValue.of(JavaSchemas.of(type)), deadline);
  }

  /** Opens a ticket for any value; see {@link #ticket(String, Class, Instant)}. */
  public Ticket ticket(String name, Instant deadline) {
    return open(name, null, deadline);
  }

  /**
   * Returns what the tool is to return to let its call end at that time, and the model go on then;
   * no thread waits. The tool is not called again; for the same call, the first time counts.
   */
  public ToolOutput sleepUntil(Instant time) {
    return open(new TicketRequest(idempotencyKey(), null, null, time)).await();
  }

  private Ticket open(String name, @Nullable JsonValue schema, Instant deadline) {
    new Violations()
        .check(!name.equals(TicketRequest.CALLER), "$.name", "value", "is a name of the library")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return open(
        new TicketRequest(
            idempotencyKey(), Objects.requireNonNull(name, "name"), schema, deadline));
  }

  private Ticket open(TicketRequest request) {
    return new Ticket(dispatch.leave(request).ref());
  }

  /**
   * Returns a key that no other call has: the same for every attempt at this one, also in another
   * process after a crash. Give it to whatever does the work, so that it does it once.
   *
   * @throws IllegalStateException for a call that is not recorded, which has none
   */
  public String idempotencyKey() {
    if (recordId == null) {
      throw new IllegalStateException(
          "This call has no idempotency key, since nothing is recorded of it: run it with"
              + " ToolCallRunner, as the executors of this library do.");
    }
    return recordId;
  }
}
