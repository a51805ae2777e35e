package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.value.JsonValue;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form for all uses but storage: an artifact is an empty object, a media its metadata, and a
 * provider's payload is omitted. Accesses no reader.
 */
final class DisplayForm extends JsonForm {

  static final DisplayForm INSTANCE = new DisplayForm();

  private DisplayForm() {}

  @Override
  JsonNode artifact(SpooledArtifact artifact) {
    return Trees.object();
  }

  @Override
  JsonNode results(ToolResults results) {
    return switch (results) {
      case ToolResults.Text text -> Trees.text(text.value().value());
      case ToolResults.Artifacts artifacts ->
          artifacts.single() ? items(artifacts).get(0) : items(artifacts);
      case ToolResults.MediaItems media ->
          media.single() ? write(media.items().getFirst()) : write(media.items());
    };
  }

  @Override
  void reader(ObjectNode json, Media media) {}

  @Override
  void payload(ObjectNode json, Optional<JsonValue> payload) {}

  @Override
  void attachments(ObjectNode json, Message message) {
    json.set("attachments", write(message.attachments()));
  }

  @Override
  ObjectNode write(Retrievable retrievable) {
    return super.write(retrievable).put("sizeUnknown", retrievable.sizeUnknown());
  }
}
