package dev.adk4j.vector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record in memory; the vector is never handed out or changed, the norm is known since it was
 * written.
 */
record StoredRow(
    String id,
    float @Nullable [] vector,
    double norm,
    @Nullable String document,
    Map<String, @Nullable Object> metadata) {

  static StoredRow of(VectorRecord record) {
    float[] vector = record.rawVector();
    return new StoredRow(
        record.id(),
        vector,
        vector == null ? 0 : VectorMath.norm(vector),
        record.document().orElse(null),
        record.metadata());
  }

  VectorMatch.Builder match(Projection projection) {
    return VectorMatch.builder(projection)
        .id(id)
        .vector(vector)
        .document(document)
        .metadata(metadata);
  }
}
