package dev.adk4j.tool;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A call as the model requests it.
 *
 * @param providerId the id that the provider gave the call, stored in addition to the record's own;
 *     null or blank for none
 * @param tool the name of a tool, which may not exist
 * @param args null for an empty object; arguments that are not an object or are nested too deeply
 *     result in an error
 * @param payload vendor data to return with the call; null for none
 * @param replayCompatibility required with a payload
 * @param problem why the arguments could not be read; null if they could
 */
public record ToolCallRequest(
    @Nullable String providerId,
    String tool,
    @Nullable JsonNode args,
    @JsonIgnore @Nullable JsonValue payload,
    @Nullable String replayCompatibility,
    @Nullable String problem) {

  public ToolCallRequest(@Nullable String providerId, String tool, @Nullable JsonNode args) {
    this(providerId, tool, args, null, null, null);
  }

  /**
   * Returns a call with arguments in the model's own text. Text that is not JSON results in an
   * error for the model; empty text means no arguments.
   */
  public static ToolCallRequest ofText(@Nullable String providerId, String tool, String args) {
    if (args.isBlank()) {
      return new ToolCallRequest(providerId, tool, null);
    }
    try {
      return new ToolCallRequest(providerId, tool, Json.read(args));
    } catch (JacksonException e) {
      return new ToolCallRequest(
          providerId, tool, null, null, null, "are not JSON: " + e.getOriginalMessage());
    }
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ToolCallRequest[" + providerId + ", " + tool + "]";
  }
}
