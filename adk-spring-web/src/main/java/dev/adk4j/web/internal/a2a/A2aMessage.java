package dev.adk4j.web.internal.a2a;

import dev.adk4j.gate.GateDecision;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolMedia;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A message to the agent: what is said, or decisions about calls that wait.
 *
 * @param messageId chosen by the caller; the same one again starts nothing
 * @param said null where there are decisions
 * @param decisions by the name of the gate
 * @param json as it was sent, for the task's history
 */
record A2aMessage(
    String messageId,
    @Nullable String contextId,
    @Nullable String taskId,
    @Nullable Message said,
    Map<String, GateDecision> decisions,
    JsonNode json) {

  /** Parts of one message; a bound of ours, since each part is an object in memory. */
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

  /** Names the message with all that it says, so that the same one again starts nothing. */
  String digest() {
    return messageId + " " + Checksum.exact("message", JsonValue.of(json));
  }

  private static final class Parts {

    private final List<String> texts = new ArrayList<>();
    private final List<Media> media = new ArrayList<>();
    private final Map<String, GateDecision> decisions = new LinkedHashMap<>();

    private void part(JsonNode part) {
      if (part.path("text").isString()) {
        texts.add(part.path("text").stringValue());
      } else if (part.path("raw").isString()) {
        media.add(media(part));
      } else if (part.path("data").path("gate").isString()) {
        decide(part.path("data"));
      } else if (part.has("data")) {
        texts.add(Json.write(part.path("data")));
      } else if (part.path("url").isString()) {
        throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because(
            "No URL of a message is fetched; send the file as raw.");
      } else {
        throw A2aError.invalid("message.parts", "must have text, raw or data each.");
      }
    }

    /** Reads {@code {gate, decision: resolve | reject | abort, value, edited, comment}}. */
    private void decide(JsonNode data) {
      GateDecision decision =
          switch (data.path("decision").asString("")) {
            case "resolve" ->
                new GateDecision.Resolve(
                    data.has("value") ? JsonValue.of(data.path("value")) : JsonValue.NULL,
                    data.path("edited").asBoolean(false));
            case "reject" -> GateDecision.reject(TaskQuery.text(data, "comment"));
            case "abort" -> GateDecision.abort();
            default -> throw A2aError.invalid("decision", "must be resolve, reject or abort.");
          };
      boolean first = decisions.putIfAbsent(data.path("gate").stringValue(), decision) == null;
      A2aError.check(first, "message.parts", "decide on a call twice.");
    }

    private @Nullable Message said() {
      String text = String.join("\n", texts);
      boolean says = !text.isBlank() || !media.isEmpty();
      boolean decides = !decisions.isEmpty();
      A2aError.check(!says || !decides, "message.parts", "are decisions or a text, not both.");
      A2aError.check(says || decides, "message.parts", "say nothing.");
      return decides ? null : ProtocolMedia.user(text, media);
    }

    private static Media media(JsonNode part) {
      return ProtocolMedia.ofBase64(
          part.path("raw").stringValue(),
          part.path("mediaType").asString("application/octet-stream"),
          part.path("filename").asString(""));
    }
  }
}
