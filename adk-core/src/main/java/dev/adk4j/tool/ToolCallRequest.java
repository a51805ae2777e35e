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
 * @param id the model's id of the call, which becomes the record's id
 * @param tool the name of a tool that may or may not exist
 * @param args null counts as an empty object; anything that is no object, or nests too deeply, is
 *     answered with an error
 * @param payload what the vendor wants back with the call; null for nothing
 * @param replayCompatibility required beside a payload
 * @param problem why the arguments could not be read at all; null where they could
 */
public record ToolCallRequest(
    String id,
    String tool,
    @Nullable JsonNode args,
    @JsonIgnore @Nullable JsonValue payload,
    @Nullable String replayCompatibility,
    @Nullable String problem) {

  public ToolCallRequest(String id, String tool, @Nullable JsonNode args) {
    this(id, tool, args, null, null, null);
  }

  /**
   * Arguments as a model writes them. Text that is no JSON makes a call that is answered with an
   * error; empty text is none.
   */
  public static ToolCallRequest ofText(String id, String tool, String args) {
    if (args.isBlank()) {
      return new ToolCallRequest(id, tool, null);
    }
    try {
      return new ToolCallRequest(id, tool, Json.read(args));
    } catch (JacksonException e) {
      return new ToolCallRequest(
          id, tool, null, null, null, "are not JSON: " + e.getOriginalMessage());
    }
  }

  /** The same call with the vendor's data. */
  public ToolCallRequest withPayload(JsonValue payload, String replayCompatibility) {
    return new ToolCallRequest(id, tool, args, payload, replayCompatibility, problem);
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "ToolCallRequest[" + id + ", " + tool + "]";
  }
}
