package dev.adk4j.tool;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A call as a model asks for it.
 *
 * @param providerId the id that the provider gave the call, which is kept beside the record's own;
 *     null or blank for none
 * @param tool the name of a tool that may or may not exist
 * @param args null counts as an empty object; anything that is no object, or nests too deeply, is
 *     answered with an error
 * @param payload what the vendor wants back with the call; null for nothing
 * @param replayCompatibility required beside a payload
 * @param problem why the arguments could not be read at all; null where they could
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
   * Arguments as a model writes them. Text that is no JSON makes a call that is answered with an
   * error; empty text is none.
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

  /** Returns the same call with the vendor's data. */
  public ToolCallRequest withPayload(JsonValue payload, String replayCompatibility) {
    return new ToolCallRequest(providerId, tool, args, payload, replayCompatibility, problem);
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "ToolCallRequest[" + providerId + ", " + tool + "]";
  }
}
