package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.token.Tokenizable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads display forms back, as far as they are complete. */
final class DisplayReading {

  /** Texts were written from a {@code Tokenizable}, so they may be empty; there are no readers. */
  private static final Decoding DISPLAY = new Decoding(null, true);

  private DisplayReading() {}

  static Tokenizable text(JsonNode json) {
    if (!json.isString()) {
      throw new AdkException(
          AdkErrorCode.VALIDATION_EXCEPTION, "A text is written as a JSON string.");
    }
    return Tokenizable.of(json.stringValue());
  }

  static Identity identity(JsonNode json) {
    return Identity.read(Untyped.plain(json), DISPLAY);
  }

  static Message message(JsonNode json) {
    return Message.read(json, DISPLAY);
  }

  static Memory memory(JsonNode json) {
    return Memory.read(json, DISPLAY);
  }

  static Thought thought(JsonNode json) {
    return Thought.read(json, DISPLAY);
  }

  static Retrievable retrievable(JsonNode json) {
    return Retrievable.read(
        json instanceof ObjectNode object ? object.deepCopy().without("sizeUnknown") : json,
        DISPLAY);
  }

  static ToolCall toolCall(JsonNode json) {
    if (json instanceof ObjectNode object && object.path("results").isString()) {
      ObjectNode copy = object.deepCopy();
      copy.putObject("results").put("silo", "text").set("value", object.get("results"));
      return ToolCall.read(copy, DISPLAY);
    }
    return ToolCall.read(json, DISPLAY);
  }

  static <T> T refuse(JsonNode json) {
    throw new AdkException(
        AdkErrorCode.VALIDATION_EXCEPTION,
        "The display form does not hold what is behind a reader; store and read it with a"
            + " SnapshotCodec.");
  }
}
