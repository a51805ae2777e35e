package dev.adk4j.tool;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Scope;
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
