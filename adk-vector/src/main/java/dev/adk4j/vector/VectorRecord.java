package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Record to write to a store. An upsert validates its records and reports the first invalid one by
 * its index. Stores a copy of the vector. Equal by value; immutable unless its metadata values are
 * mutable.
 *
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public final class VectorRecord {

  private final String id;
  private final float @Nullable [] vector;
  private final @Nullable String document;
  private final Map<String, @Nullable Object> metadata;

  private VectorRecord(
      String id,
      float @Nullable [] vector,
      @Nullable String document,
      Map<String, ? extends @Nullable Object> metadata) {
    this.id = id;
    this.vector = vector;
    this.document = document;
    this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  public static Builder builder(String id) {
    return new Builder(id);
  }

  /** Returns a record with a text only; the store encodes it. */
  public static VectorRecord ofText(String id, String document) {
    return builder(id).document(document).build();
  }

  public static VectorRecord ofVector(String id, float... vector) {
    return builder(id).vector(vector).build();
  }

  @JsonProperty
  public String id() {
    return id;
  }

  /** Returns a copy of the vector; empty if the store must encode the document. */
  @JsonProperty
  public Optional<float[]> vector() {
    return vector == null ? Optional.empty() : Optional.of(vector.clone());
  }

  @JsonProperty
  public Optional<String> document() {
    return Optional.ofNullable(document);
  }

  /** Returns the metadata, unmodifiable: strings, numbers, booleans, nulls, lists and maps. */
  @JsonProperty
  public Map<String, @Nullable Object> metadata() {
    return metadata;
  }

  public Builder toBuilder() {
    Builder builder = new Builder(id).metadata(metadata);
    builder.vector = vector;
    builder.document = document;
    return builder;
  }

  /** Returns the vector itself, not a copy. */
  float @Nullable [] rawVector() {
    return vector;
  }

  VectorRecord withMetadata(Map<String, ? extends @Nullable Object> other) {
    return new VectorRecord(id, vector, document, other);
  }

  VectorRecord withVector(float[] other) {
    return new VectorRecord(id, other.clone(), document, metadata);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorRecord that
        && id.equals(that.id)
        && Arrays.equals(vector, that.vector)
        && Objects.equals(document, that.document)
        && metadata.equals(that.metadata);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, Arrays.hashCode(vector), document, metadata);
  }

  /** Returns the id; omits the content. */
  @Override
  public String toString() {
    return "VectorRecord[" + id + "]";
  }

  /** Builds a {@link VectorRecord}. Not thread-safe. */
  public static final class Builder {

    private final String id;
    private float @Nullable [] vector;
    private @Nullable String document;
    private final Map<String, @Nullable Object> metadata = new LinkedHashMap<>();

    private Builder(String id) {
      this.id = id;
    }

    public Builder vector(float... vector) {
      this.vector = VectorErrors.required(vector, "vector").clone();
      return this;
    }

    public Builder vector(double[] vector) {
      this.vector = Vectors.of(vector);
      return this;
    }

    public Builder vector(List<? extends Number> vector) {
      this.vector = Vectors.of(vector);
      return this;
    }

    public Builder document(String document) {
      this.document = document;
      return this;
    }

    /** Adds one entry. */
    public Builder metadata(String key, @Nullable Object value) {
      metadata.put(key, value);
      return this;
    }

    /** Adds all entries. */
    public Builder metadata(Map<String, ? extends @Nullable Object> entries) {
      metadata.putAll(VectorErrors.required(entries, "metadata"));
      return this;
    }

    public VectorRecord build() {
      return new VectorRecord(id, vector, document, metadata);
    }
  }
}
