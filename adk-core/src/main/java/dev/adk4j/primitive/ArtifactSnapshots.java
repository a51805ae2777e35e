package dev.adk4j.primitive;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Artifacts as {@code {"type": …, "reader": …}}, with the additional fields of their type. */
final class ArtifactSnapshots {

  private static final String TYPE = "type";
  private static final String READER = "reader";

  private ArtifactSnapshots() {}

  static ObjectNode encode(SpooledArtifact artifact, SnapshotCodec codec) {
    ArtifactType<?> type = codec.types().typeOf(artifact);
    ObjectNode json = Trees.object().put(TYPE, type.id());
    type.attributesOf(artifact)
        .forEach(
            (name, value) -> {
              if (name.equals(TYPE) || name.equals(READER)) {
                throw new AdkException(
                    AdkErrorCode.VALIDATION_EXCEPTION,
                    "The artifact type %s must not have an attribute called %s."
                        .formatted(type.id(), name));
              }
              json.set(name, value.node());
            });
    json.set(READER, Readers.encode(codec, artifact.reader()));
    return json;
  }

  /** Returns a live artifact, or the one that a snapshot describes; null for any other value. */
  static @Nullable SpooledArtifact item(@Nullable Object value, Decoding decoding) {
    if (value instanceof SpooledArtifact artifact) {
      return artifact;
    }
    SnapshotCodec codec = decoding.codec();
    return Untyped.isObject(value) && codec != null ? decode(value, codec, decoding) : null;
  }

  private static SpooledArtifact decode(
      @Nullable Object value, SnapshotCodec codec, Decoding decoding) {
    Fields in = Fields.of(AdkErrorCode.VALIDATION_EXCEPTION, value, decoding);
    String typeId = in.requiredText(TYPE);
    Object handle = in.raw(READER);
    in.check(handle != null, READER, "required", "is required");
    Map<String, JsonValue> attributes = new LinkedHashMap<>();
    for (String name : in.unread()) {
      JsonValue attribute = in.json(name, in.raw(name));
      attributes.put(name, attribute != null ? attribute : JsonValue.NULL);
    }
    in.done();
    ArtifactType<?> type = codec.types().byId(typeId);
    SpoolReader reader = Readers.spool(handle == null ? "" : handle, codec, decoding);
    SpooledArtifact artifact = create(type, reader, attributes);
    for (String name : attributes.keySet()) {
      in.check(
          type.attributesOf(artifact).containsKey(name),
          name,
          "unknown",
          "is not stored by this artifact type");
    }
    in.done();
    return artifact;
  }

  private static SpooledArtifact create(
      ArtifactType<?> type, SpoolReader reader, Map<String, JsonValue> attributes) {
    try {
      return type.create(reader, attributes);
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new AdkException(
          AdkErrorCode.VALIDATION_EXCEPTION,
          "The artifact type " + type.id() + " rejected the stored value.",
          e);
    }
  }

  static boolean isKnown(SnapshotCodec codec, String typeId) {
    return codec.types().all().stream().anyMatch(type -> type.id().equals(typeId));
  }
}
