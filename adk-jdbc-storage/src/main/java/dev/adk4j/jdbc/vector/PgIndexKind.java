package dev.adk4j.jdbc.vector;

/**
 * Kind of the vector index of a new collection.
 *
 * @since 0.1.0
 */
public enum PgIndexKind {
  /** No index: a search compares with every record, exactly. */
  NONE,
  /** Fast and approximate from the first record on. */
  HNSW,
  /**
   * Smaller and approximate. Useful only for an index that is rebuilt after the collection was
   * filled.
   */
  IVFFLAT
}
