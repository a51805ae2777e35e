package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A piece of external knowledge that was found for a turn. Its trust tier is required and never
 * inferred from the source. The id also marks the piece's boundaries for the model, so it should be
 * hard to guess. Immutable except {@link Tokenizable#set}; equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Retrievable extends AbstractRecord<Retrievable> {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_RETRIEVABLE_VALUE;

  private final RetrievableContent content;
  private final TrustTier trustTier;
  private final @Nullable String source;
  private final @Nullable String kind;
  private final @Nullable Double score;
  private final boolean inline;
  private final @Nullable String artifactConstructor;

  private Retrievable(Builder given, Checks in) {
    super(given, in);
    this.content = content(in, "content", given.content);
    this.trustTier = in.required("trustTier", given.trustTier, TrustTier.THIRD_PARTY_PUBLIC);
    this.source = in.optionalText("source", given.source);
    this.kind = in.optionalText("kind", given.kind);
    this.score = in.optionalShare("score", given.score);
    this.inline = given.inline != null && given.inline;
    this.artifactConstructor = artifactType(in, "artifactConstructor", given.artifactConstructor);
    in.done();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Reads an untyped JSON object with text content; an artifact needs a {@link SnapshotCodec}. */
  public static Retrievable fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /** Reads untyped values; the content is text or a live instance. */
  public static Retrievable fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Retrievable read(@Nullable Object value, Decoding decoding) {
    Fields in = Fields.of(CODE, value, decoding);
    Builder given = new Builder();
    given.read(in);
    given.content = in.given("content");
    given.trustTier = in.constant("trustTier", TrustTier.class);
    given.source = in.text("source");
    given.kind = in.text("kind");
    given.score = in.number("score");
    given.inline = in.flag("inline");
    given.artifactConstructor = in.text("artifactConstructor");
    return new Retrievable(given, in);
  }

  private static RetrievableContent content(Checks in, String name, @Nullable Object value) {
    if (value instanceof String) {
      // An empty text is a violation here, unlike in a snapshot.
      return new RetrievableContent.TextContent(in.tokenizable(name, value));
    }
    return in.form(
        name,
        value,
        other -> content(other, in.decoding),
        new RetrievableContent.TextContent(Tokenizable.of("")),
        "text, a Tokenizable or a SpooledArtifact; JSON artifacts need a SnapshotCodec");
  }

  /** Returns null for a value that is not content. */
  private static @Nullable RetrievableContent content(Object value, Decoding decoding) {
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
  private static @Nullable String artifactType(Checks in, String name, @Nullable String given) {
    String type = in.optionalText(name, given);
    SnapshotCodec codec = in.decoding.codec();
    in.check(
        type == null || codec == null || !in.sound(name) || ArtifactSnapshots.isKnown(codec, type),
        name,
        "enum",
        "must be the id of a registered artifact type");
    return type;
  }

  public RetrievableContent content() {
    return content;
  }

  public TrustTier trustTier() {
    return trustTier;
  }

  public Optional<String> source() {
    return Optional.ofNullable(source);
  }

  public Optional<String> kind() {
    return Optional.ofNullable(kind);
  }

  /** Returns a score from 0 to 1. */
  public OptionalDouble score() {
    return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
  }

  /** Returns true if the model sees an artifact's whole body instead of a handle. */
  public boolean inline() {
    return inline;
  }

  /** Returns the id of the artifact type for the content if it is spooled. */
  public Optional<String> artifactConstructor() {
    return Optional.ofNullable(artifactConstructor);
  }

  /** Returns true if the model sees a handle and the size is unknown without reading. */
  public boolean sizeUnknown() {
    return content instanceof RetrievableContent.ArtifactContent(SpooledArtifact artifact)
        && !inline
        && !artifact.hasSizeHints();
  }

  /** Returns the whole body; reads an artifact. */
  public String contentString() throws IOException {
    return switch (content) {
      case RetrievableContent.TextContent(Tokenizable text) -> text.value();
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) -> artifact.asString();
    };
  }

  /**
   * Returns the tokens of the text for the model; reads an artifact, unless the model sees only its
   * handle and its size is known.
   */
  public int estimateTokens(String encodingId) throws IOException {
    return switch (content) {
      case RetrievableContent.TextContent(Tokenizable text) -> text.estimateTokens(encodingId);
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) ->
          !inline && artifact.hasSizeHints()
              ? Tokenizable.estimateTokens(artifact.handleText(id()), encodingId)
              : Math.toIntExact(artifact.estimateTokens(encodingId));
    };
  }

  public Builder toBuilder() {
    Builder copy = new Builder();
    copy.score = score;
    return copy.of(this)
        .content(content)
        .trustTier(trustTier)
        .source(source)
        .kind(kind)
        .inline(inline)
        .artifactConstructor(artifactConstructor);
  }

  /** Returns id and tier; omits the content. */
  @Override
  public String toString() {
    return "Retrievable[" + id() + ", " + trustTier.wire() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends TextBuilder<Builder> {

    private @Nullable TrustTier trustTier;
    private @Nullable String source;
    private @Nullable String kind;
    private @Nullable Double score;
    private @Nullable Boolean inline;
    private @Nullable String artifactConstructor;

    private Builder() {}

    public Builder content(@Nullable SpooledArtifact content) {
      this.content = content;
      return this;
    }

    public Builder content(@Nullable RetrievableContent content) {
      this.content = content;
      return this;
    }

    public Builder trustTier(@Nullable TrustTier trustTier) {
      this.trustTier = trustTier;
      return this;
    }

    public Builder source(@Nullable String source) {
      this.source = source;
      return this;
    }

    public Builder kind(@Nullable String kind) {
      this.kind = kind;
      return this;
    }

    /** Sets a score from 0 to 1. */
    public Builder score(double score) {
      this.score = score;
      return this;
    }

    public Builder inline(boolean inline) {
      this.inline = inline;
      return this;
    }

    /** Sets the id of a registered artifact type. */
    public Builder artifactConstructor(@Nullable String artifactConstructor) {
      this.artifactConstructor = artifactConstructor;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_RETRIEVABLE_VALUE} with all
     *     violations
     */
    public Retrievable build() {
      return new Retrievable(this, new Checks(CODE));
    }
  }
}
