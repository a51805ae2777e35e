package dev.adk4j.jdbc.vector;

/**
 * Kind of the vector index of a new collection.
 *
 * @since 0.1.0
 */
public enum PgIndexKind {
  /** No index: a search compares with every record and is exact. */
  NONE,
  /** Fast and approximate from the first record. */
  HNSW,
  /**
   * Smaller and approximate. Useful only if the index is rebuilt after the collection is filled.
   */
  IVFFLAT
}
