package dev.adk4j.loop;

import dev.adk4j.gate.GateRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Guards a tool: may ask for a decision, change the arguments, or refuse. Must be thread-safe;
 * called for each call after its arguments were validated and before any event of its execution.
 */
@FunctionalInterface
public interface ToolGuard {

  /**
   * @param args validated, defaults filled in; the guard's own copy
   * @param checksum of the call as the model requested it
   * @param call runs the tool, at most once
   * @return the tool's output
   * @throws Exception to refuse; the call's result is then that error
   */
  ToolOutput guard(Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception;

  /**
   * Returns the gate that this guard would wait for before it starts the call; empty if it asks for
   * no decision. Non-blocking turns request the gates of all calls of a response before the first
   * call starts, and end if a decision is missing; a gate that is not returned here blocks. Called
   * again when the turn resumes, and must return the same gate for the same call.
   *
   * @param recordId the id of the call's future record; null for a call that is not recorded
   * @throws Exception as in {@link #guard}; the call's result is then that error
   */
  default Optional<GateRequest<?>> approval(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, @Nullable String recordId)
      throws Exception {
    return Optional.empty();
  }

  /**
   * Returns a guard that combines both, this one first; if both would ask for a decision, this one
   * does.
   */
  default ToolGuard before(ToolGuard inner) {
    return new GuardPair(this, inner);
  }

  /** Returns the guard that is called first: this one, unless {@link #before} made it. */
  default ToolGuard outermost() {
    return this;
  }

  /**
   * Returns the guard for a call that was started and continues after it waited for its task, such
   * as another agent's turn. If this guard asked for a decision, the returned guard passes the
   * call; otherwise it decides again, since the result exists only now.
   */
  default ToolGuard again() {
    return new GuardAgain(this);
  }

  /** The call behind a guard. */
  @FunctionalInterface
  interface GuardedCall {

    /**
     * Validates the arguments, runs the handler between the two tool execution events and returns
     * its output.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_TOOL_ARGS}, without an event, or {@code
     *     E_TOOL_DOWNSTREAM_ERROR}
     */
    ToolOutput proceed(JsonNode args);

    /** Returns the id of the call's future record; null for a call that is not recorded. */
    default @Nullable String recordId() {
      return null;
    }
  }
}
