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
 * Result row of a read. A column is present if it was selected and the record has it. The score is
 * present after a similarity search, selected or not, and never after a scan. Immutable; equal by
 * value. A backend creates it with {@link SearchPlan.Projection#match}.
 *
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public final class VectorMatch {

  private final @Nullable String id;
  private final @Nullable Double score;
  private final float @Nullable [] vector;
  private final @Nullable String document;
  private final @Nullable Map<String, @Nullable Object> metadata;
  private final @Nullable Explanation explanation;

  VectorMatch(
      @Nullable String id,
      @Nullable Double score,
      float @Nullable [] vector,
      @Nullable String document,
      @Nullable Map<String, @Nullable Object> metadata,
      @Nullable Explanation explanation) {
    this.id = id;
    this.score = score;
    this.vector = vector;
    this.document = document;
    this.metadata = metadata;
    this.explanation = explanation;
  }

  @JsonProperty
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /** Returns the score from 0 to 1; higher is nearer. */
  @JsonProperty
  public OptionalDouble score() {
    return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
  }

  /** Returns a copy of the vector. */
  @JsonProperty
  public Optional<float[]> vector() {
    return vector == null ? Optional.empty() : Optional.of(vector.clone());
  }

  @JsonProperty
  public Optional<String> document() {
    return Optional.ofNullable(document);
  }

  /** Returns the metadata, unmodifiable; an empty map for a record without metadata. */
  @JsonProperty
  public Optional<Map<String, @Nullable Object>> metadata() {
    return Optional.ofNullable(metadata);
  }

  /** Returns the ranks behind the score; empty unless the search was by words. */
  @JsonProperty
  public Optional<Explanation> explanation() {
    return Optional.ofNullable(explanation);
  }

  /** Returns this match with another score and its reason. */
  public VectorMatch explained(double score, Explanation explanation) {
    return new VectorMatch(id, score, vector, document, metadata, explanation);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorMatch that
        && Objects.equals(id, that.id)
        && Objects.equals(score, that.score)
        && Arrays.equals(vector, that.vector)
        && Objects.equals(document, that.document)
        && Objects.equals(metadata, that.metadata)
        && Objects.equals(explanation, that.explanation);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, score, Arrays.hashCode(vector), document, metadata, explanation);
  }

  /** Returns id and score; omits the content. */
  @Override
  public String toString() {
    return "VectorMatch[" + id + ", " + score + "]";
  }
}
