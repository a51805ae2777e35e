package dev.adk4j.web.internal.a2a;

import dev.adk4j.gate.GateDecision;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.gate.SettleRequest;
import dev.adk4j.web.internal.protocol.UserInput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Message to the agent: a user message, or decisions about waiting calls.
 *
 * @param messageId id chosen by the caller; a repeated message starts no second turn
 * @param said user message; null if there are decisions
 * @param decisions decisions by the name of the gate
 * @param json the original JSON, for the task's history
 */
record A2aMessage(
    String messageId,
    @Nullable String contextId,
    @Nullable String taskId,
    @Nullable Message said,
    Map<String, GateDecision> decisions,
    JsonNode json) {

  /**
   * Maximum number of parts of one message; the library's own limit, since each part is an object
   * in memory.
   */
  private static final int MOST = 100;

  static A2aMessage read(JsonNode json) {
    boolean named = json.isObject() && !json.path("messageId").asString("").isBlank();
    A2aError.check(named, "message.messageId", "is required.");
    boolean user = json.path("role").asString("").equals("ROLE_USER");
    A2aError.check(user, "message.role", "must be ROLE_USER.");
    JsonNode parts = json.path("parts");
    boolean some = parts.isArray() && !parts.isEmpty() && parts.size() <= MOST;
    A2aError.check(some, "message.parts", "must have at least one part and at most 100.");
    Parts read = new Parts();
    parts.forEach(read::part);
    return new A2aMessage(
        json.path("messageId").asString(),
        TaskQuery.text(json, "contextId"),
        TaskQuery.text(json, "taskId"),
        read.said(),
        read.decisions,
        json);
  }

  /**
   * Returns a key of the complete content of the message, so that a repeated message starts no
   * second turn.
   */
  String digest() {
    return messageId + " " + Checksum.exact("message", JsonValue.of(json));
  }

  private static final class Parts {

    private final UserInput input = new UserInput();
    private final Map<String, GateDecision> decisions = new LinkedHashMap<>();

    private void part(JsonNode part) {
      if (part.path("text").isString()) {
        input.text(part.path("text").stringValue());
      } else if (part.path("raw").isString()) {
        input.base64(
            part.path("raw").stringValue(),
            part.path("mediaType").asString("application/octet-stream"),
            part.path("filename").asString(""));
      } else if (part.path("data").path("gate").isString()) {
        decide(part.path("data"));
      } else if (part.has("data")) {
        input.text(Json.write(part.path("data")));
      } else if (part.path("url").isString()) {
        throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because(
            "URLs in a message are not fetched; send the file as raw.");
      } else {
        throw A2aError.invalid("message.parts", "must each have text, raw or data.");
      }
    }

    private void decide(JsonNode data) {
      GateDecision decision =
          SettleRequest.read(data)
              .orElseThrow(() -> A2aError.invalid("decision", "must be resolve, reject or abort."));
      boolean first = decisions.putIfAbsent(data.path("gate").stringValue(), decision) == null;
      A2aError.check(first, "message.parts", "contain two decisions about the same call.");
    }

    private @Nullable Message said() {
      boolean says = !input.isBlank();
      boolean decides = !decisions.isEmpty();
      A2aError.check(!says || !decides, "message.parts", "must be either decisions or a text.");
      A2aError.check(says || decides, "message.parts", "have no content.");
      return decides ? null : input.message("\n");
    }
  }
}
