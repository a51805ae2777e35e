package dev.adk4j.tool;

import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Records the decision on a tool's call. A gate may also be resolved with {@code true} or {@code
 * false}, or with a JSON object of these fields.
 *
 * @param approved true if the tool may run
 * @param args the arguments to run it with; null for the model's own
 * @param reason for the model; null for none
 */
public record ApprovalDecision(
    boolean approved, @Nullable JsonValue args, @Nullable String reason) {

  public static ApprovalDecision approve() {
    return new ApprovalDecision(true, null, null);
  }

  /** Approves the call with other arguments, which are validated against the tool's schema. */
  public static ApprovalDecision approve(JsonValue args) {
    return new ApprovalDecision(true, args, null);
  }

  /**
   * @param reason the text for the model; null for none
   */
  public static ApprovalDecision deny(@Nullable String reason) {
    return new ApprovalDecision(false, null, reason);
  }

  /** Omits the arguments and the reason. */
  @Override
  public String toString() {
    return "ApprovalDecision[" + (approved ? "approved" : "denied") + "]";
  }
}
