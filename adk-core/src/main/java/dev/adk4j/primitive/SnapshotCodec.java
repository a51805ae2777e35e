package dev.adk4j.primitive;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.token.Tokenizable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads the lossless JSON form of primitives, for storage. A reader is written as its
 * handle, never as bytes; the resolvers restore a reader from its handle without reading its bytes.
 * Decoding runs every validation of the constructors; {@code decode(encode(x))} has the same
 * content as {@code x}, except that dynamic text is stored as its value without a context.
 *
 * <p>Encoding throws {@code E_READER_NOT_DESCRIBABLE} for a reader that cannot be stored. Decoding
 * throws the primitive's {@code E_INVALID_INITIAL_*_VALUE} with all violations, {@code
 * E_NO_READER_RESOLVER} for an unknown tag, and {@code E_ARTIFACT_TYPE_UNKNOWN}. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class SnapshotCodec {

  private final ReaderResolvers readers;
  private final ArtifactTypes types;
  private final JsonForm form = new SnapshotForm();
  private final Decoding decoding = new Decoding(this, true);

  public SnapshotCodec(ReaderResolvers readers, ArtifactTypes types) {
    this.readers = readers;
    this.types = types;
  }

  ReaderResolvers readers() {
    return readers;
  }

  ArtifactTypes types() {
    return types;
  }

  public JsonNode encode(Identity identity) {
    return form.write(identity);
  }

  public JsonNode encode(AbstractRecord<?> record) {
    return form.write(record);
  }

  public JsonNode encode(Media media) {
    return form.write(media);
  }

  public Identity decodeIdentity(JsonNode json) {
    return Identity.read(Untyped.plain(json), decoding);
  }

  public Message decodeMessage(JsonNode json) {
    return Message.read(json, decoding);
  }

  public Media decodeMedia(JsonNode json) {
    return Media.read(json, decoding);
  }

  public Memory decodeMemory(JsonNode json) {
    return Memory.read(json, decoding);
  }

  public Retrievable decodeRetrievable(JsonNode json) {
    return Retrievable.read(json, decoding);
  }

  public Thought decodeThought(JsonNode json) {
    return Thought.read(json, decoding);
  }

  public ToolCall decodeToolCall(JsonNode json) {
    return ToolCall.read(json, decoding);
  }

  /** Returns a text such as a standing instruction. */
  public JsonNode encodeText(Tokenizable text) {
    return Trees.text(text.value());
  }

  public Tokenizable decodeText(JsonNode json) {
    Violations.require(json.isString(), "$", "type", "must be text");
    return Tokenizable.of(json.stringValue());
  }

  /** Writes all fields, with readers as handles. */
  private final class SnapshotForm extends JsonForm {

    @Override
    JsonNode artifact(SpooledArtifact artifact) {
      return ArtifactSnapshots.encode(artifact, SnapshotCodec.this);
    }

    @Override
    void reader(ObjectNode json, Media media) {
      json.set("reader", Readers.encode(SnapshotCodec.this, media.reader()));
    }
  }
}
