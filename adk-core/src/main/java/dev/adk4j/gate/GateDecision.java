package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decision about a gate, in a form that can travel between processes. */
public sealed interface GateDecision {

  /**
   * Lets the waiter go on with the value, as the gate's schema returns it.
   *
   * @param edited true when it differs from what was asked for; the gate's own rule, if it has one,
   *     takes precedence
   */
  record Resolve(JsonValue value, boolean edited) implements GateDecision {
    /** Leaves the content out. */
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
    /** Leaves the content out. */
    @Override
    public String toString() {
      return "Reject[]";
    }
  }

  /** Makes the waiter throw {@code E_TURN_GATE_ABORTED}; its turn goes on. */
  record Abort() implements GateDecision {}

  /** Resolves with anything that {@link JsonValue#of(Object)} accepts. */
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
  enum Kind {
    /** Gives the waiter a value. */
    RESOLVE(GateState.RESOLVED),
    /** Refuses what was asked for. */
    REJECT(GateState.REJECTED),
    /** Cancels the gate. */
    ABORT(GateState.ABORTED),
    /** Ends the gate because its time is over; only the store and the turn decide so. */
    TIMEOUT(GateState.TIMEOUT);

    private final GateState end;

    Kind(GateState end) {
      this.end = end;
    }

    /** Returns the state of a gate for which it was accepted. */
    public GateState end() {
      return end;
    }

    /** Returns the name in stored records and JSON. */
    @com.fasterxml.jackson.annotation.JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of a decision. */
    public static Kind of(GateDecision decision) {
      return switch (decision) {
        case Resolve resolve -> RESOLVE;
        case Reject reject -> REJECT;
        case Abort abort -> ABORT;
      };
    }

    /** Returns the kind of a settlement with that error; null for a value. */
    public static Kind of(@Nullable Throwable error) {
      GateState end = GateState.of(error);
      return Arrays.stream(values()).filter(kind -> kind.end == end).findFirst().orElseThrow();
    }
  }
}
