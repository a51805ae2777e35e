package dev.adk4j.jdbc.vector;

/** The index a new collection gets for its vectors. */
public enum PgIndexKind {
  /** None: every search compares with every record, exactly. */
  NONE,
  /** Quick and approximate; good from the first record on. */
  HNSW,
  /**
   * Smaller and approximate; worth it only for an index that is rebuilt after the collection was
   * filled.
   */
  IVFFLAT
}
