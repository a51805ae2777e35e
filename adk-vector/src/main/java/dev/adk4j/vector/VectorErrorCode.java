package dev.adk4j.vector;

import dev.adk4j.error.ErrorCode;

/**
 * Errors of vector stores and embeddings.
 *
 * @since 0.1.0
 */
public enum VectorErrorCode implements ErrorCode {
  E_INVALID_VECTOR_STORE_CONFIG(
      "The vector store is not configured correctly.",
      "Correct the settings that the message names."),
  E_VECTOR_STORE_DRIVER_UNAVAILABLE(
      503,
      true,
      "The vector store's driver cannot be used here.",
      "Add the driver the message names to the application."),
  E_VECTOR_STORE_ENCODER_REQUIRED(
      "The text needs a vector but the store has no encoder.",
      "Give the VectorDb an encoder, or pass vectors."),
  E_VECTOR_STORE_DIMENSION_MISMATCH(
      "A vector has the wrong length.",
      "Use the same embedding model for the collection, its records and its queries."),
  E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR(
      "The filter uses a feature that this store cannot evaluate.",
      "Rewrite the condition with operators from the store's capabilities, or use another store."),
  E_VECTOR_STORE_UNSUPPORTED_OPERATION(
      "The vector store does not support the operation.",
      "Check the store's capabilities before the call."),
  E_VECTOR_STORE_QUERY_CONFLICT(
      "The query contradicts itself or is not valid.", "Correct the parts that the message names."),
  E_VECTOR_STORE_PROJECTION_REQUIRED(
      "A read must select its columns.", "Call select(...) before fetch()."),
  E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED(
      "The vector store has no transactions.",
      "Do not use a transaction, or use a store that supports them."),
  E_VECTOR_STORE_RAW_BINDING_MISMATCH(
      "A raw fragment has different numbers of bindings and placeholders.",
      "Pass one binding for each '?'; write '??' for the operator character."),
  E_INVALID_VECTOR_RECORD(
      "A vector record is not valid.",
      "Correct the record the message names; nothing was written."),
  E_VECTOR_STORE_CONSISTENCY_TIMEOUT(
      504,
      "The write's visibility was not confirmed in time.",
      "Read the record again later, or write with a weaker consistency."),
  E_VECTOR_STORE_MIGRATION_FAILED(
      502,
      "A vector store migration failed.",
      "Look at the cause; earlier migrations stay applied."),
  E_VECTOR_STORE_CONNECTION_FAILED(
      502,
      "The vector store could not be reached.",
      "Check that the server runs and the address is right."),
  E_VECTOR_STORE_COLLECTION_FAILED(
      502,
      "A collection could not be created, changed or found.",
      "Look at the message and its cause."),
  E_VECTOR_STORE_UPSERT_FAILED(
      502,
      "Vector records could not be written.",
      "Look at the cause; nothing of the call was written."),
  E_VECTOR_STORE_SEARCH_FAILED(
      502, "A vector search failed.", "Look at the message and its cause."),
  E_VECTOR_STORE_DELETE_FAILED(502, "Vector records could not be deleted.", "Look at the cause."),
  E_EMBEDDINGS_FAILED(
      502,
      "The embedding model failed.",
      "Look at the cause; retry when the model's service is available.");

  private final Info info;

  /** A mistake in the program. */
  VectorErrorCode(String meaning, String help) {
    this(529, true, meaning, help);
  }

  VectorErrorCode(int status, String meaning, String help) {
    this(status, false, meaning, help);
  }

  VectorErrorCode(int status, boolean fatal, String meaning, String help) {
    info = new Info(status, fatal, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
