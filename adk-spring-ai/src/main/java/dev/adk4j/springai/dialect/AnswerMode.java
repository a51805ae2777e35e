package dev.adk4j.springai.dialect;

/** Modes of requesting a typed answer from a model. */
public enum AnswerMode {
  /** The request's options contain the schema, and the provider enforces it. */
  NATIVE,
  /** The model calls a tool with the answer as arguments. */
  TOOL,
  /** The prompt contains the schema; it is not enforced. */
  PROMPT
}
