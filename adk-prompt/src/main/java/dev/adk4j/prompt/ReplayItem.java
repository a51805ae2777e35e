package dev.adk4j.prompt;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.value.JsonValue;

/**
 * Vendor data that goes back to the provider beside the prompt's text.
 *
 * @param id of the thought or tool call it belongs to
 * @param replayCompatibility the tag of its format, one of those the executor can send
 */
public record ReplayItem(String id, String replayCompatibility, @JsonIgnore JsonValue payload) {

  /** Never the payload. */
  @Override
  public String toString() {
    return "ReplayItem[" + id + ", " + replayCompatibility + "]";
  }
}
