package dev.adk4j.vector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Record in memory. Its vector is neither exposed nor changed. */
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

  VectorMatch match(SearchPlan.Projection projection, @Nullable Double score) {
    return projection.match(id, score, vector, document, metadata);
  }
}
