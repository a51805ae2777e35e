package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A row that was read. Each column is there only if it was selected and the record has it; the
 * score is there after a similarity search, selected or not, and never after a scan. Immutable;
 * equal by value.
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public final class VectorMatch {

  private final @Nullable String id;
  private final @Nullable Double score;
  private final float @Nullable [] vector;
  private final @Nullable String document;
  private final @Nullable Map<String, @Nullable Object> metadata;

  private VectorMatch(Builder b) {
    this.id = b.id;
    this.score = b.score;
    this.vector = b.vector;
    this.document = b.document;
    this.metadata = b.metadata;
  }

  /** For backends: give everything that is known, the projection picks. */
  public static Builder builder(Projection projection) {
    return new Builder(projection);
  }

  @JsonProperty
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /** From 0 to 1, higher is nearer. */
  @JsonProperty
  public OptionalDouble score() {
    return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
  }

  /** A copy. */
  @JsonProperty
  public Optional<float[]> vector() {
    return vector == null ? Optional.empty() : Optional.of(vector.clone());
  }

  @JsonProperty
  public Optional<String> document() {
    return Optional.ofNullable(document);
  }

  /** Unmodifiable; an empty map for a record without metadata. */
  @JsonProperty
  public Optional<Map<String, @Nullable Object>> metadata() {
    return Optional.ofNullable(metadata);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorMatch that
        && Objects.equals(id, that.id)
        && Objects.equals(score, that.score)
        && Arrays.equals(vector, that.vector)
        && Objects.equals(document, that.document)
        && Objects.equals(metadata, that.metadata);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, score, Arrays.hashCode(vector), document, metadata);
  }

  /** Id and score; never the content. */
  @Override
  public String toString() {
    return "VectorMatch[" + id + ", " + score + "]";
  }

  /** Keeps only what the projection selects. Not thread-safe. */
  public static final class Builder {

    private final Projection projection;
    private @Nullable String id;
    private @Nullable Double score;
    private float @Nullable [] vector;
    private @Nullable String document;
    private @Nullable Map<String, @Nullable Object> metadata;

    private Builder(Projection projection) {
      this.projection = projection;
    }

    public Builder id(String id) {
      this.id = projection.id() ? id : null;
      return this;
    }

    /**
     * @param score from 0 to 1
     */
    public Builder score(double score) {
      this.score = score;
      return this;
    }

    /** Copied. */
    public Builder vector(float @Nullable [] vector) {
      this.vector = projection.vector() && vector != null ? vector.clone() : null;
      return this;
    }

    public Builder document(@Nullable String document) {
      this.document = projection.document() ? document : null;
      return this;
    }

    /** Has to be unmodifiable all through, or a copy nobody else holds. */
    public Builder metadata(Map<String, ? extends @Nullable Object> metadata) {
      this.metadata = projection.metadata() ? projection.of(metadata) : null;
      return this;
    }

    public VectorMatch build() {
      return new VectorMatch(this);
    }
  }
}
