package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.value.JsonValue;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

/**
 * Writes everything, for comparisons of content: payloads, results with the name of their silo, and
 * readers. Two readers are equal if their descriptors are equal.
 */
class ContentForm extends JsonForm {

  static final ContentForm INSTANCE = new ContentForm();

  @Override
  JsonNode artifact(SpooledArtifact artifact) {
    ObjectNode json = Trees.object().put("class", artifact.getClass().getName());
    json.set("reader", reader(artifact.reader(), artifact.reader().describe()));
    return json;
  }

  @Override
  JsonNode results(ToolResults results) {
    return switch (results) {
      case ToolResults.Text text ->
          Trees.object().put("silo", "text").put("value", text.value().value());
      case ToolResults.Artifacts artifacts ->
          silo("artifact", artifacts.single(), items(artifacts));
      case ToolResults.MediaItems media -> silo("media", media.single(), write(media.items()));
    };
  }

  private static ObjectNode silo(String name, boolean single, ArrayNode items) {
    ObjectNode json = Trees.object().put("silo", name).put("single", single);
    json.set("items", items);
    return json;
  }

  @Override
  void reader(ObjectNode json, Media media) {
    json.set("reader", reader(media.reader(), media.reader().describe()));
  }

  private static JsonNode reader(Object reader, Optional<ReaderDescriptor> described) {
    return new POJONode(described.<Object>map(descriptor -> descriptor).orElse(reader));
  }

  @Override
  void payload(ObjectNode json, Optional<JsonValue> payload) {
    payload.ifPresent(value -> json.set("payload", value.node()));
  }

  /** Omits an empty list. */
  @Override
  void attachments(ObjectNode json, Message message) {
    if (!message.attachments().isEmpty()) {
      json.set("attachments", write(message.attachments()));
    }
  }
}
