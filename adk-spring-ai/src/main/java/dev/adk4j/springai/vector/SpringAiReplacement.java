package dev.adk4j.springai.vector;

/**
 * Ways to replace the record with the same id.
 *
 * @since 0.1.0
 */
public enum SpringAiReplacement {
  /** Calls {@code add}, which replaces in most stores. */
  UPSERT,
  /** Deletes first, for stores whose {@code add} only adds, such as Milvus. */
  DELETE_THEN_ADD
}
