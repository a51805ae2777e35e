package dev.adk4j.loop;

import dev.adk4j.gate.GateRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Stands before a tool: may ask somebody, change the arguments, or refuse. Shared by concurrent
 * turns; called for each call after its arguments were validated and before any event of its
 * execution.
 */
@FunctionalInterface
public interface ToolGuard {

  /**
   * @param args validated, defaults filled in; the guard's own copy
   * @param checksum of the call as the model asked for it
   * @param call runs the tool, at most once
   * @return what the tool returned
   * @throws Exception to refuse; the call's result is then that error
   */
  ToolOutput guard(Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception;

  /**
   * The gate that this would wait for before it lets the call start; empty where it asks nobody.
   * Turns that do not block ask it for all calls of an answer before the first one starts, and end
   * where a decision is missing; a gate that is not told here is waited for. Asked again when the
   * turn goes on, and has to give the same answer for the same call then.
   *
   * @param recordId the id that the call's record will have; null for a call that is not recorded
   * @throws Exception as {@link #guard}; the call's result is that error then
   */
  default Optional<GateRequest<?>> approval(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, @Nullable String recordId)
      throws Exception {
    return Optional.empty();
  }

  /**
   * Returns a guard that has both decide, this one first; where both would ask somebody, this one
   * does.
   */
  default ToolGuard before(ToolGuard inner) {
    return new GuardPair(this, inner);
  }

  /**
   * Returns a guard for a call that was let start, and goes on after it waited for what it began,
   * such as another agent's turn. Where this asks somebody, that one lets the call go on; where it
   * asks nobody, it decides again, since there is a result only now.
   */
  default ToolGuard again() {
    return new GuardAgain(this);
  }

  /** The call behind a guard. */
  @FunctionalInterface
  interface GuardedCall {

    /**
     * Validates the arguments, runs the handler between the two tool execution events and returns
     * what it returned.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_TOOL_ARGS}, with no event, or {@code
     *     E_TOOL_DOWNSTREAM_ERROR}
     */
    ToolOutput proceed(JsonNode args);

    /** Returns the id that the call's record will have; null for a call that is not recorded. */
    default @Nullable String recordId() {
      return null;
    }
  }
}
