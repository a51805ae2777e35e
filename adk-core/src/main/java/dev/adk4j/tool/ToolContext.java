package dev.adk4j.tool;

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
 * Provides a tool with its current call. The runtime injects it into parameters of this type of an
 * {@link AgentTool} method:
 *
 * <pre>{@code
 * @AgentTool("Charges the customer.")
 * String charge(long cents, ToolContext call) {
 *   return ledger.charge(cents, call.idempotencyKey());
 * }
 * }</pre>
 *
 * @param dispatch the context of the calling turn
 * @param meta the tool's own
 * @param recordId the id of the call's future record; null for a call that is not recorded
 * @since 0.1.0
 */
public record ToolContext(DispatchContext dispatch, Attributes meta, @Nullable String recordId) {

  /** Returns the scope that the call acts for. */
  public Scope scope() {
    return dispatch.scope();
  }

  /**
   * Opens a ticket, with which this call waits for a value without a thread, for days and across
   * restarts. The same call and name always return the same ticket. Requires a turn that ends when
   * it waits, as each turn of a conversation does unless it blocks at its gates.
   *
   * <pre>{@code
   * Ticket ticket = call.ticket("payment", Payment.class, clock.instant().plus(Duration.ofDays(3)));
   * bank.charge(cents, "https://shop.example/hooks/" + ticket.id());
   * return ticket.await();
   * }</pre>
   *
   * @param name at most 100 characters
   * @param type of the value, which must match its schema
   * @param deadline time at which the call fails if it has no value
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
   * Returns the output with which the call ends at that time, so that the model continues then; no
   * thread waits. The tool is not called again; the first time given for a call is binding.
   */
  public ToolOutput sleepUntil(Instant time) {
    return open(new TicketRequest(idempotencyKey(), null, null, time)).await();
  }

  private Ticket open(String name, @Nullable JsonValue schema, Instant deadline) {
    Violations.require(!name.equals(TicketRequest.CALLER), "$.name", "value", "is a reserved name");
    return open(
        new TicketRequest(
            idempotencyKey(), Objects.requireNonNull(name, "name"), schema, deadline));
  }

  private Ticket open(TicketRequest request) {
    return new Ticket(dispatch.leave(request).ref());
  }

  /**
   * Returns a key that is unique to this call: the same for each attempt, also in another process
   * after a crash. Pass it to the system that does the work, so that the work is done once.
   *
   * @throws IllegalStateException for a call that is not recorded
   */
  public String idempotencyKey() {
    if (recordId == null) {
      throw new IllegalStateException(
          "This call has no idempotency key, since it is not recorded: run it with "
              + "ToolCallRunner, as the executors of this library do.");
    }
    return recordId;
  }
}
