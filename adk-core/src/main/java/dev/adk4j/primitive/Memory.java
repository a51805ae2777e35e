package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A fact stored earlier, with its confidence and its importance for this turn. Both scores are
 * required, without defaults. Immutable except {@link Tokenizable#set}; equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Memory extends AbstractRecord<Memory> {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_MEMORY_VALUE;

  private final Tokenizable content;
  private final double confidence;
  private final double importance;

  private Memory(Builder given, Checks in) {
    super(given, in);
    this.content = in.tokenizable("content", given.content);
    this.confidence = in.share("confidence", given.confidence);
    this.importance = in.share("importance", given.importance);
    in.done();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Reads an untyped JSON object. */
  public static Memory fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /**
   * Reads untyped values; also accepts a {@link Tokenizable} as the content, without copying it.
   */
  public static Memory fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Memory read(@Nullable Object value, Decoding decoding) {
    Fields in = Fields.of(CODE, value, decoding);
    Builder given = new Builder();
    given.read(in);
    given.content = in.given("content");
    given.confidence = in.number("confidence");
    given.importance = in.number("importance");
    return new Memory(given, in);
  }

  public Tokenizable content() {
    return content;
  }

  /** Returns a score from 0 to 1. */
  public double confidence() {
    return confidence;
  }

  /** Returns a score from 0 to 1. */
  public double importance() {
    return importance;
  }

  public Builder toBuilder() {
    return new Builder().of(this).content(content).confidence(confidence).importance(importance);
  }

  /** Returns a copy with its own text, the current content. */
  public Memory copy() {
    return toBuilder().content(Tokenizable.of(content.value())).build();
  }

  /** Returns the id; omits the content. */
  @Override
  public String toString() {
    return "Memory[" + id() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends TextBuilder<Builder> {

    private @Nullable Double confidence;
    private @Nullable Double importance;

    private Builder() {}

    /** Sets a score from 0 to 1. */
    public Builder confidence(double confidence) {
      this.confidence = confidence;
      return this;
    }

    /** Sets a score from 0 to 1. */
    public Builder importance(double importance) {
      this.importance = importance;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_MEMORY_VALUE} with all
     *     violations
     */
    public Memory build() {
      return new Memory(this, new Checks(CODE));
    }
  }
}
