package dev.adk4j.vector;

/** Role of a text to encode. Many retrieval models embed questions and passages differently. */
public enum EncodeKind {
  /** Text of a query. */
  QUERY,
  /** Text of a stored record. */
  DOCUMENT
}
