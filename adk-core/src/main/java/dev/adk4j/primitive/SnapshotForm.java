package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes all fields, with readers as handles. */
final class SnapshotForm extends ContentForm {

  private final SnapshotCodec codec;

  SnapshotForm(SnapshotCodec codec) {
    this.codec = codec;
  }

  @Override
  JsonNode artifact(SpooledArtifact artifact) {
    return ArtifactSnapshots.encode(artifact, codec);
  }

  @Override
  void reader(ObjectNode json, Media media) {
    json.set("reader", Readers.encode(codec, media.reader()));
  }
}
