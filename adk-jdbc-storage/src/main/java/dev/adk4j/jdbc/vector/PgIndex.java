package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.VectorErrors;

/**
 * Index of collections created from now on.
 *
 * @param m links of each vector in an HNSW index, from 2 to 100
 * @param efConstruction candidates for each inserted vector, from 4 to 1,000 and at least twice
 *     {@code m}
 * @param half true if the index uses 16-bit numbers
 */
record PgIndex(PgVectorBackend.IndexKind kind, int m, int efConstruction, boolean half) {

  static final PgIndex DEFAULT = new PgIndex(PgVectorBackend.IndexKind.HNSW, 16, 64, false);

  /** Largest number of dimensions that pgvector indexes with 32-bit numbers. */
  private static final int MAX_DIMENSIONS = 2000;

  private static final int MAX_HALF_DIMENSIONS = 4000;

  PgIndex {
    if (m < 2 || m > 100) {
      throw VectorErrors.invalidConfig("m must be from 2 to 100, not " + m);
    }
    if (efConstruction < Math.max(4, 2 * m) || efConstruction > 1000) {
      throw VectorErrors.invalidConfig(
          "efConstruction must be from 4 to 1000 and at least twice m, not " + efConstruction);
    }
  }

  PgIndex withKind(PgVectorBackend.IndexKind other) {
    return new PgIndex(other, m, efConstruction, half);
  }

  PgIndex withHnsw(int links, int candidates) {
    return new PgIndex(kind, links, candidates, half);
  }

  PgIndex withHalf(boolean wanted) {
    return new PgIndex(kind, m, efConstruction, wanted);
  }

  int maxDimensions() {
    return half ? MAX_HALF_DIMENSIONS : MAX_DIMENSIONS;
  }

  /** Returns the part of {@code create index on …} after the table. */
  String definition(int dimensions, String metric) {
    String column =
        half
            ? "(embedding::halfvec(" + dimensions + ")) halfvec_" + metric + "_ops"
            : "embedding vector_" + metric + "_ops";
    return kind == PgVectorBackend.IndexKind.HNSW
        ? " using hnsw (%s) with (m = %s, ef_construction = %s)"
            .formatted(column, m, efConstruction)
        : " using ivfflat (" + column + ")";
  }
}
