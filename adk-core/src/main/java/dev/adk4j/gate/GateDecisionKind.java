package dev.adk4j.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a recorded decision says. */
public enum GateDecisionKind {
  RESOLVE(GateState.RESOLVED),
  REJECT(GateState.REJECTED),
  ABORT(GateState.ABORTED),
  TIMEOUT(GateState.TIMEOUT);

  private final GateState end;

  GateDecisionKind(GateState end) {
    this.end = end;
  }

  /** The state of a gate for which it was accepted. */
  public GateState end() {
    return end;
  }

  /** The name in stored records and JSON. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of that name; {@link IllegalArgumentException} where there is none. */
  public static GateDecisionKind ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  static GateDecisionKind of(GateDecision decision) {
    return switch (decision) {
      case GateDecision.Resolve resolve -> RESOLVE;
      case GateDecision.Reject reject -> REJECT;
      case GateDecision.Abort abort -> ABORT;
    };
  }
}
