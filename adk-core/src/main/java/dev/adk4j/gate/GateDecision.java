package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decision about a gate, in a form that can travel between processes. */
public sealed interface GateDecision {

  /**
   * Resumes the waiter with the value that the gate's schema returns.
   *
   * @param edited true if the value differs from the request; the gate's own rule, if it has one,
   *     takes precedence
   */
  record Resolve(JsonValue value, boolean edited) implements GateDecision {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Resolve[]";
    }
  }

  /**
   * Makes the waiter throw {@code E_TURN_GATE_REJECTED}.
   *
   * @param comment reason for the waiter; content
   */
  record Reject(@Nullable String comment) implements GateDecision {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Reject[]";
    }
  }

  /** Makes the waiter throw {@code E_TURN_GATE_ABORTED}; its turn continues. */
  record Abort() implements GateDecision {}

  /** Returns a resolution with any value that {@link JsonValue#of(Object)} accepts. */
  static Resolve resolve(@Nullable Object value) {
    return new Resolve(JsonValue.of(value), false);
  }

  static Reject reject(@Nullable String comment) {
    return new Reject(comment);
  }

  static Abort abort() {
    return new Abort();
  }

  /** Kind of a recorded decision. */
  enum Kind implements WireName {
    /** Returns a value to the waiter. */
    RESOLVE(GateState.RESOLVED),
    /** Refuses the request. */
    REJECT(GateState.REJECTED),
    /** Cancels the gate. */
    ABORT(GateState.ABORTED),
    /** Ends the gate because its time is over; only the store and the turn make this decision. */
    TIMEOUT(GateState.TIMEOUT);

    private final GateState end;

    Kind(GateState end) {
      this.end = end;
    }

    /** Returns the state of a gate for which a decision of this kind was accepted. */
    public GateState end() {
      return end;
    }

    /** Returns the kind of a decision. */
    public static Kind of(GateDecision decision) {
      return switch (decision) {
        case Resolve resolve -> RESOLVE;
        case Reject reject -> REJECT;
        case Abort abort -> ABORT;
      };
    }

    /** Returns the kind of a settlement with this error; null stands for a value. */
    public static Kind of(@Nullable Throwable error) {
      GateState end = GateState.of(error);
      return Arrays.stream(values()).filter(kind -> kind.end == end).findFirst().orElseThrow();
    }
  }
}
