package dev.adk4j.vector;

/** What a text is encoded for. Many retrieval models embed questions and passages differently. */
public enum EncodeKind {
  QUERY,
  DOCUMENT
}
