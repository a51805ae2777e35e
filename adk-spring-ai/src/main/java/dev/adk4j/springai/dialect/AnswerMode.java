package dev.adk4j.springai.dialect;

/** The ways to ask a model for an answer of a type. */
public enum AnswerMode {
  /** The request's options carry the schema, and the provider binds the model to it. */
  NATIVE,
  /** The model calls a tool whose arguments are the answer. */
  TOOL,
  /** The prompt says the schema; nothing binds the model to it. */
  PROMPT
}
