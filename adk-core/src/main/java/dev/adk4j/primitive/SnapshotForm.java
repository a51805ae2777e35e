package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.value.JsonValue;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The lossless form: readers as handles, payloads, results with the name of their silo. */
final class SnapshotForm extends JsonForm {

  private final SnapshotCodec codec;

  SnapshotForm(SnapshotCodec codec) {
    this.codec = codec;
  }

  @Override
  JsonNode artifact(SpooledArtifact artifact) {
    return ArtifactSnapshots.encode(artifact, codec);
  }

  @Override
  JsonNode results(ToolResults results) {
    return switch (results) {
      case ToolResults.Text text ->
          Trees.object().put("silo", "text").put("value", text.value().value());
      case ToolResults.Artifacts artifacts -> {
        ArrayNode items = Trees.array();
        artifacts.items().forEach(artifact -> items.add(artifact(artifact)));
        yield silo("artifact", artifacts.single(), items);
      }
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
    json.set("reader", Readers.encode(codec, media.reader()));
  }

  @Override
  void payload(ObjectNode json, Optional<JsonValue> payload) {
    payload.ifPresent(value -> json.set("payload", value.node()));
  }

  /** An empty list is left out. */
  @Override
  void attachments(ObjectNode json, Message message) {
    if (!message.attachments().isEmpty()) {
      json.set("attachments", write(message.attachments()));
    }
  }
}
