package dev.adk4j.springai.vector;

/** How a record replaces the one with its id. */
public enum SpringAiReplacement {
  /** The store's {@code add} replaces, as that of most stores does. */
  UPSERT,
  /** The store's {@code add} only adds, as Milvus' does: the old record is deleted first. */
  DELETE_THEN_ADD
}
