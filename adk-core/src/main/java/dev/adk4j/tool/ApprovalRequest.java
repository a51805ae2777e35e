package dev.adk4j.tool;

import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Presents a tool's call to the person who decides on it; the payload of the call's gate.
 *
 * @param description the tool's description as the model sees it
 * @param args the model's arguments, defaults filled in
 * @param checksum of the call
 * @param toolCallId the id of the call's future record; null for a call that is not recorded
 */
public record ApprovalRequest(
    String tool, String description, JsonValue args, String checksum, @Nullable String toolCallId) {

  /** Omits the arguments. */
  @Override
  public String toString() {
    return "ApprovalRequest[" + tool + "]";
  }
}
