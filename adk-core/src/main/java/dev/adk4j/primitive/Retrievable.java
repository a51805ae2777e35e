package dev.adk4j.primitive;

import dev.adk4j.artifact.ArtifactHandleRenderer;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A piece of outside knowledge that was found for a turn, with how far it is to be trusted, which
 * has to be said: it is never inferred from the source. The id also marks the piece's boundaries
 * for the model, so it should not be guessable. Immutable but for {@link Tokenizable#set}; equal
 * only to itself.
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Retrievable implements Displayable {

  private static final AdkErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_RETRIEVABLE_VALUE;

  private final String id;
  private final RetrievableContent content;
  private final TrustTier trustTier;
  private final @Nullable String source;
  private final @Nullable String kind;
  private final @Nullable Double score;
  private final boolean inline;
  private final @Nullable String artifactConstructor;
  private final Instant createdAt;
  private final Instant updatedAt;

  private Retrievable(Fields in) {
    this.id = in.text("id");
    this.content = RetrievableContents.required(in, "content");
    this.trustTier = in.constant("trustTier", TrustTier.class);
    this.source = in.optionalText("source");
    this.kind = in.optionalText("kind");
    this.score = in.optionalShare("score");
    this.inline = in.flag("inline", false);
    this.artifactConstructor = RetrievableContents.artifactType(in, "artifactConstructor");
    this.createdAt = in.instant("createdAt");
    this.updatedAt = in.instant("updatedAt");
    in.done();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** From an untyped JSON object with text content; an artifact needs a {@link SnapshotCodec}. */
  public static Retrievable fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /** From an untyped JSON object; the codec resolves the content's reader. */
  public static Retrievable fromJson(JsonNode json, SnapshotCodec codec) {
    return read(json, new Decoding(codec, false));
  }

  /** From untyped values; the content is text or a live instance. */
  public static Retrievable fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Retrievable read(@Nullable Object value, Decoding decoding) {
    return new Retrievable(Fields.of(CODE, value, decoding));
  }

  public String id() {
    return id;
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

  /** From 0 to 1. */
  public OptionalDouble score() {
    return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
  }

  /** Whether an artifact's whole body is shown to the model, not a handle. */
  public boolean inline() {
    return inline;
  }

  /** The id of the artifact type that the content should get, should it be spooled. */
  public Optional<String> artifactConstructor() {
    return Optional.ofNullable(artifactConstructor);
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  /** Whether it is shown as a handle whose size only reading could tell. */
  public boolean sizeUnknown() {
    return content instanceof RetrievableContent.ArtifactContent(SpooledArtifact artifact)
        && !inline
        && !artifact.hasSizeHints();
  }

  /** The whole body; reads an artifact. */
  public String contentString() throws IOException {
    return switch (content) {
      case RetrievableContent.TextContent(Tokenizable text) -> text.value();
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) -> artifact.asString();
    };
  }

  /**
   * The tokens of what the model is shown; reads an artifact, unless only its handle is shown and
   * its size is known.
   */
  public int estimateTokens(TokenEncoding encoding) throws IOException {
    return estimateTokens(encoding.id());
  }

  /**
   * The tokens of what the model is shown; reads an artifact, unless only its handle is shown and
   * its size is known.
   */
  public int estimateTokens(String encodingId) throws IOException {
    return switch (content) {
      case RetrievableContent.TextContent(Tokenizable text) -> text.estimateTokens(encodingId);
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) ->
          !inline && artifact.hasSizeHints()
              ? Tokenizable.estimateTokens(
                  ArtifactHandleRenderer.standard().render(artifact.handle(id)), encodingId)
              : Math.toIntExact(artifact.estimateTokens(encodingId));
    };
  }

  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .content(content)
        .trustTier(trustTier)
        .source(source)
        .kind(kind)
        .put("score", score)
        .inline(inline)
        .artifactConstructor(artifactConstructor)
        .createdAt(createdAt)
        .updatedAt(updatedAt);
  }

  /** Whether all fields are the same; a dynamic text is compared by its value without a context. */
  public boolean sameContentAs(Retrievable other) {
    return id.equals(other.id)
        && content.sameContentAs(other.content)
        && trustTier == other.trustTier
        && source().equals(other.source())
        && kind().equals(other.kind())
        && score().equals(other.score())
        && inline == other.inline
        && artifactConstructor().equals(other.artifactConstructor())
        && createdAt.equals(other.createdAt)
        && updatedAt.equals(other.updatedAt);
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  /** Id and tier; never the content. */
  @Override
  public String toString() {
    return "Retrievable[" + id + ", " + trustTier.wire() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends RecordBuilder<Builder> {

    private Builder() {}

    /** Not empty. */
    public Builder content(@Nullable String content) {
      return put("content", content);
    }

    /** May wrap an empty text. */
    public Builder content(@Nullable Tokenizable content) {
      return put("content", content);
    }

    public Builder content(@Nullable SpooledArtifact content) {
      return put("content", content);
    }

    public Builder content(@Nullable RetrievableContent content) {
      return put("content", content);
    }

    public Builder trustTier(@Nullable TrustTier trustTier) {
      return put("trustTier", trustTier);
    }

    public Builder source(@Nullable String source) {
      return put("source", source);
    }

    public Builder kind(@Nullable String kind) {
      return put("kind", kind);
    }

    /** From 0 to 1. */
    public Builder score(double score) {
      return put("score", score);
    }

    public Builder inline(boolean inline) {
      return put("inline", inline);
    }

    /** The id of a registered artifact type. */
    public Builder artifactConstructor(@Nullable String artifactConstructor) {
      return put("artifactConstructor", artifactConstructor);
    }

    /** Throws {@code E_INVALID_INITIAL_RETRIEVABLE_VALUE} with everything that is wrong. */
    public Retrievable build() {
      return new Retrievable(values.fields(CODE));
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
