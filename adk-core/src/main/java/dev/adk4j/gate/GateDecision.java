package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** What somebody decides about a gate, in a form that can travel between processes. */
public sealed interface GateDecision {

  /**
   * The waiter goes on with the value, as the gate's schema returns it.
   *
   * @param edited whether it differs from what was asked for; the gate's own rule wins, where it
   *     has one
   */
  record Resolve(JsonValue value, boolean edited) implements GateDecision {
    /** Never the content. */
    @Override
    public String toString() {
      return "Resolve[]";
    }
  }

  /**
   * The waiter throws {@code E_TURN_GATE_REJECTED}.
   *
   * @param comment why, for the waiter; content
   */
  record Reject(@Nullable String comment) implements GateDecision {
    /** Never the content. */
    @Override
    public String toString() {
      return "Reject[]";
    }
  }

  /** The waiter throws {@code E_TURN_GATE_ABORTED}; its turn goes on. */
  record Abort() implements GateDecision {}

  /** Anything that {@link JsonValue#of(Object)} accepts. */
  static Resolve resolve(@Nullable Object value) {
    return new Resolve(JsonValue.of(value), false);
  }

  static Reject reject(@Nullable String comment) {
    return new Reject(comment);
  }

  static Abort abort() {
    return new Abort();
  }
}
