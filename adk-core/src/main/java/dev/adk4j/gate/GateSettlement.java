package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A decision that is to be recorded.
 *
 * @param decisionId a fresh UUID
 * @param ref of the gate
 * @param value null unless it resolves
 * @param valueKept false where the value is no JSON, so that nobody can use it but this process
 * @param provisional whether the value has to be checked elsewhere first
 */
public record GateSettlement(
    String decisionId,
    String tenant,
    String ref,
    GateDecisionKind kind,
    GateActor actor,
    @Nullable JsonValue value,
    boolean valueKept,
    boolean edited,
    @Nullable String comment,
    boolean provisional) {
  /** Never the content. */
  @Override
  public String toString() {
    return "GateSettlement[" + ref + ", " + kind.wire() + "]";
  }
}
