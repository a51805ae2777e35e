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
 * Converts primitives to JSON trees. Writes everything, for comparisons of content: payloads,
 * results with the name of their silo, and readers, of which two are equal if their descriptors are
 * equal. A snapshot has the readers' handles instead; the display form omits readers and payloads.
 */
class JsonForm {

  static final JsonForm CONTENT = new JsonForm();

  JsonNode artifact(SpooledArtifact artifact) {
    ObjectNode json = Trees.object().put("class", artifact.getClass().getName());
    json.set("reader", reader(artifact.reader(), artifact.reader().describe()));
    return json;
  }

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

  final ArrayNode items(ToolResults.Artifacts artifacts) {
    return Trees.array().addAll(artifacts.items().stream().map(this::artifact).toList());
  }

  /** Adds the form's description of the reader. */
  void reader(ObjectNode json, Media media) {
    json.set("reader", reader(media.reader(), media.reader().describe()));
  }

  private static JsonNode reader(Object reader, Optional<ReaderDescriptor> described) {
    return new POJONode(described.<Object>map(descriptor -> descriptor).orElse(reader));
  }

  /** Adds the form's description of a provider's own data. */
  void payload(ObjectNode json, Optional<JsonValue> payload) {
    payload.ifPresent(value -> json.set("payload", value.node()));
  }

  JsonNode write(Identity identity) {
    ObjectNode json = Trees.object();
    switch (identity.identifier()) {
      case Long whole -> json.put("identifier", whole);
      case Double number -> json.put("identifier", number);
      default -> json.put("identifier", identity.identifier().toString());
    }
    Trees.put(json, "representation", identity.representation());
    return json;
  }

  final ObjectNode write(AbstractRecord<?> record) {
    return switch (record) {
      case Message message -> write(message);
      case Thought thought -> write(thought);
      case ToolCall call -> write(call);
      case Retrievable retrievable -> write(retrievable);
      case Memory memory -> write(memory);
    };
  }

  ObjectNode write(Message message) {
    ObjectNode json = Trees.object().put("id", message.id()).put("role", message.role().wire());
    Trees.put(json, "content", message.content().orElse(null));
    attachments(json, message);
    json.set("identity", write(message.identity()));
    Trees.put(json, "createdAt", message.createdAt());
    Trees.put(json, "updatedAt", message.updatedAt());
    return json;
  }

  /** Omits an empty list. */
  void attachments(ObjectNode json, Message message) {
    if (!message.attachments().isEmpty()) {
      json.set("attachments", write(message.attachments()));
    }
  }

  ArrayNode write(Iterable<Media> items) {
    ArrayNode list = Trees.array();
    items.forEach(media -> list.add(write(media)));
    return list;
  }

  ObjectNode write(Media media) {
    ObjectNode json =
        Trees.object()
            .put("id", media.id())
            .put("kind", media.kind().wire())
            .put("mimeType", media.mimeType())
            .put("filename", media.filename());
    Trees.put(json, "source", media.source().orElse(null));
    json.put("trustTier", media.trustTier().wire())
        .put("modalityHazard", media.modalityHazard().wire());
    json.set("stash", write(media.stash()));
    reader(json, media);
    return json;
  }

  static ObjectNode write(MediaStash stash) {
    ObjectNode json = Trees.object();
    stash.entries().forEach((name, entry) -> json.set(name, write(entry)));
    return json;
  }

  static ObjectNode write(MediaStashEntry entry) {
    ObjectNode json = Trees.object();
    json.set("value", entry.value().node());
    json.put("trustTier", entry.trustTier().wire());
    Trees.put(json, "derivedFromMedia", entry.derivedFromMedia());
    return json;
  }

  ObjectNode write(Memory memory) {
    ObjectNode json = Trees.object().put("id", memory.id());
    Trees.put(json, "content", memory.content());
    json.put("confidence", memory.confidence()).put("importance", memory.importance());
    Trees.put(json, "createdAt", memory.createdAt());
    Trees.put(json, "updatedAt", memory.updatedAt());
    return json;
  }

  ObjectNode write(Retrievable retrievable) {
    ObjectNode json = Trees.object().put("id", retrievable.id());
    json.set("content", write(retrievable.content()));
    json.put("trustTier", retrievable.trustTier().wire());
    Trees.put(json, "source", retrievable.source().orElse(null));
    Trees.put(json, "kind", retrievable.kind().orElse(null));
    retrievable.score().ifPresent(score -> json.put("score", score));
    Trees.put(json, "createdAt", retrievable.createdAt());
    Trees.put(json, "updatedAt", retrievable.updatedAt());
    json.put("inline", retrievable.inline());
    Trees.put(json, "artifactConstructor", retrievable.artifactConstructor().orElse(null));
    return json;
  }

  JsonNode write(RetrievableContent content) {
    return switch (content) {
      case RetrievableContent.TextContent text -> Trees.text(text.text().value());
      case RetrievableContent.ArtifactContent spooled -> artifact(spooled.artifact());
    };
  }

  ObjectNode write(Thought thought) {
    ObjectNode json = Trees.object().put("id", thought.id());
    Trees.put(json, "content", thought.content());
    json.set("identity", write(thought.identity()));
    payload(json, thought.payload());
    Trees.put(json, "replayCompatibility", thought.replayCompatibility().orElse(null));
    Trees.put(json, "createdAt", thought.createdAt());
    Trees.put(json, "updatedAt", thought.updatedAt());
    return json;
  }

  ObjectNode write(ToolCall call) {
    ObjectNode json = Trees.object().put("id", call.id());
    Trees.put(json, "providerId", call.providerId().orElse(null));
    json.put("tool", call.tool());
    json.set("args", call.args().node());
    call.requestedArgs().ifPresent(args -> json.set("requestedArgs", args.node()));
    json.put("checksum", call.checksum())
        .put("isComplete", call.isComplete())
        .put("isError", call.isError());
    json.set("results", results(call.results()));
    payload(json, call.payload());
    Trees.put(json, "replayCompatibility", call.replayCompatibility().orElse(null));
    json.put("fromArtifactTool", call.fromArtifactTool()).put("inline", call.inline());
    Trees.put(json, "createdAt", call.createdAt());
    Trees.put(json, "updatedAt", call.updatedAt());
    Trees.put(json, "completedAt", call.completedAt());
    return json;
  }
}
