package dev.adk4j.tool;

import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Shows a tool's call to the person who decides on it; the payload of the call's gate.
 *
 * @param description what the model was told about the tool
 * @param args as the model chose them, defaults filled in
 * @param checksum of the call
 * @param toolCallId the id that the call's record will have; null for a call that is not recorded
 */
public record ApprovalRequest(
    String tool, String description, JsonValue args, String checksum, @Nullable String toolCallId) {

  /** Never the arguments. */
  @Override
  public String toString() {
    return "ApprovalRequest[" + tool + "]";
  }
}
