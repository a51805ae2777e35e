package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A thought of the model that precedes its answer. A thought with a payload is opaque: only an
 * adapter that supports its {@code replayCompatibility} may return it to the model, and then the
 * payload instead of the text. Immutable except {@link Tokenizable#set}; equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Thought extends AbstractRecord<Thought> {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_THOUGHT_VALUE;
  private static final String DEFAULT_IDENTITY = "assistant";

  private final Tokenizable content;
  private final Identity identity;
  private final @Nullable JsonValue payload;
  private final @Nullable String replayCompatibility;

  private Thought(Builder given, Checks in) {
    super(given, in);
    this.payload = in.json("payload", given.payload);
    boolean opaque = payload != null || !in.sound("payload");
    Tokenizable text = in.tokenizable("content", given.content, opaque);
    in.check(
        text != null || opaque || !in.sound("content"),
        "content",
        "required",
        "is required without a payload");
    this.content = text != null ? text : Tokenizable.of("");
    this.identity = in.identity("identity", given.identity, DEFAULT_IDENTITY);
    this.replayCompatibility = in.replayCompatibility(given.replayCompatibility, payload);
    in.done();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Reads an untyped JSON object. */
  public static Thought fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /**
   * Reads untyped values; also accepts a {@link Tokenizable} as the content, without copying it.
   */
  public static Thought fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Thought read(@Nullable Object value, Decoding decoding) {
    Fields in = Fields.of(CODE, value, decoding);
    Builder given = new Builder();
    given.read(in);
    given.content = in.given("content");
    given.identity = in.given("identity");
    given.payload = in.raw("payload");
    given.replayCompatibility = in.text("replayCompatibility");
    return new Thought(given, in);
  }

  /** Returns the text; may be empty if there is a payload. */
  public Tokenizable content() {
    return content;
  }

  /** Returns the author; {@code assistant} by default. */
  public Identity identity() {
    return identity;
  }

  /** Returns the vendor's own form of the thought, unchanged; never the JSON null. */
  public Optional<JsonValue> payload() {
    return Optional.ofNullable(payload);
  }

  /** Returns the tag of the payload's vendor format; present if there is a payload. */
  public Optional<String> replayCompatibility() {
    return Optional.ofNullable(replayCompatibility);
  }

  public Builder toBuilder() {
    return new Builder()
        .of(this)
        .content(content)
        .identity(identity)
        .payload(payload)
        .replayCompatibility(replayCompatibility);
  }

  /** Returns a copy with its own texts, the current ones. */
  public Thought copy() {
    return toBuilder().content(Tokenizable.of(content.value())).identity(identity.copy()).build();
  }

  /** Returns the id; omits the content. */
  @Override
  public String toString() {
    return "Thought[" + id() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends TextBuilder<Builder> {

    private @Nullable Object identity;
    private @Nullable Object payload;
    private @Nullable String replayCompatibility;

    private Builder() {}

    public Builder identity(@Nullable Identity identity) {
      this.identity = identity;
      return this;
    }

    /** Sets one text for both fields of the identity. */
    public Builder identity(@Nullable String identity) {
      this.identity = identity;
      return this;
    }

    /** Sets the payload; the JSON null means none. */
    public Builder payload(@Nullable JsonValue payload) {
      this.payload = payload;
      return this;
    }

    /** Sets a copy of the payload; the JSON null means none. */
    public Builder payload(@Nullable JsonNode payload) {
      this.payload = payload;
      return this;
    }

    public Builder replayCompatibility(@Nullable String replayCompatibility) {
      this.replayCompatibility = replayCompatibility;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_THOUGHT_VALUE} with all
     *     violations
     */
    public Thought build() {
      return new Thought(this, new Checks(CODE));
    }
  }
}
