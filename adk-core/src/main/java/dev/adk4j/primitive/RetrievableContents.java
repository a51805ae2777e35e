package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.token.Tokenizable;
import org.jspecify.annotations.Nullable;

/** Reads the body of a retrievable: text, or an artifact. */
final class RetrievableContents {

  private RetrievableContents() {}

  static RetrievableContent required(Checks in, String name, @Nullable Object value) {
    if (value instanceof String) {
      // An empty text is a violation here, unlike in a snapshot.
      return new RetrievableContent.TextContent(in.tokenizable(name, value));
    }
    return in.form(
        name,
        value,
        other -> read(other, in.decoding),
        new RetrievableContent.TextContent(Tokenizable.of("")),
        "text, a Tokenizable or a SpooledArtifact; JSON artifacts need a SnapshotCodec");
  }

  /** Returns null for a value that is not content. */
  static @Nullable RetrievableContent read(Object value, Decoding decoding) {
    if (value instanceof RetrievableContent content) {
      return content;
    }
    if (value instanceof Tokenizable text) {
      return new RetrievableContent.TextContent(text);
    }
    SpooledArtifact artifact = ArtifactSnapshots.item(value, decoding);
    return artifact == null ? null : new RetrievableContent.ArtifactContent(artifact);
  }

  /** Returns the id of an artifact type; rejects one that the codec does not know. */
  static @Nullable String artifactType(Checks in, String name, @Nullable String given) {
    String type = in.optionalText(name, given);
    SnapshotCodec codec = in.decoding.codec();
    in.check(
        type == null || codec == null || !in.sound(name) || ArtifactSnapshots.isKnown(codec, type),
        name,
        "enum",
        "must be the id of a registered artifact type");
    return type;
  }
}
