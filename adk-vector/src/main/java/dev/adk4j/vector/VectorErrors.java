package dev.adk4j.vector;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import org.jspecify.annotations.Nullable;

/**
 * The errors of vector stores, for whoever writes a backend: one method for each code, with the
 * arguments it carries.
 */
public final class VectorErrors {

  private VectorErrors() {}

  public static AdkException invalidConfig(String detail) {
    return invalidConfig(detail, null);
  }

  public static AdkException invalidConfig(String detail, @Nullable Throwable cause) {
    return detailed(AdkErrorCode.E_INVALID_VECTOR_STORE_CONFIG, detail, cause);
  }

  public static AdkException driverUnavailable(String driver) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_DRIVER_UNAVAILABLE,
        "The driver of '" + driver + "' cannot be used here.",
        driver);
  }

  public static AdkException encoderRequired(String adapter) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_ENCODER_REQUIRED,
        "Text was given to the vector store '"
            + adapter
            + "', which has no encoder to make a vector of it.",
        adapter);
  }

  public static AdkException dimensionMismatch(int expected, int actual) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH,
        "The vector has " + actual + " numbers where the collection expects " + expected + ".",
        expected,
        actual);
  }

  public static AdkException unsupportedFilter(String adapter, String operator) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        "'" + adapter + "' cannot evaluate '" + operator + "' in a filter.",
        adapter,
        operator);
  }

  public static AdkException unsupportedOperation(String operation, String adapter) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION,
        "The vector store '" + adapter + "' cannot do " + operation + ".",
        operation,
        adapter);
  }

  public static AdkException queryConflict(String detail) {
    return queryConflict(detail, null);
  }

  public static AdkException queryConflict(String detail, @Nullable Throwable cause) {
    return detailed(AdkErrorCode.E_VECTOR_STORE_QUERY_CONFLICT, detail, cause);
  }

  /** Returns the value, or refuses null with {@code E_VECTOR_STORE_QUERY_CONFLICT}. */
  static <T> T required(@Nullable T value, String name) {
    if (value == null) {
      throw queryConflict("The " + name + " must not be null.");
    }
    return value;
  }

  public static AdkException projectionRequired() {
    return AdkException.of(AdkErrorCode.E_VECTOR_STORE_PROJECTION_REQUIRED).build();
  }

  public static AdkException transactionsUnsupported(String adapter) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED,
        "The vector store '" + adapter + "' has no transactions.",
        adapter);
  }

  public static AdkException rawBindingMismatch(int placeholders, int bindings) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_RAW_BINDING_MISMATCH,
        "The raw fragment has " + placeholders + " placeholders and " + bindings + " bindings.",
        placeholders,
        bindings);
  }

  public static AdkException invalidRecord(int index, String detail) {
    return error(
        AdkErrorCode.E_INVALID_VECTOR_RECORD,
        "The record at index " + index + " is not valid: " + detail,
        index,
        detail);
  }

  public static AdkException consistencyTimeout(String what) {
    return error(
        AdkErrorCode.E_VECTOR_STORE_CONSISTENCY_TIMEOUT,
        "Not seen to be visible in time: " + what + ".",
        what);
  }

  public static AdkException migrationFailed(
      String migration, String detail, @Nullable Throwable cause) {
    return AdkException.of(AdkErrorCode.E_VECTOR_STORE_MIGRATION_FAILED)
        .message("The migration '" + migration + "' failed: " + detail)
        .args(migration, detail)
        .cause(cause)
        .build();
  }

  public static AdkException connectionFailed(String detail, @Nullable Throwable cause) {
    return detailed(AdkErrorCode.E_VECTOR_STORE_CONNECTION_FAILED, detail, cause);
  }

  public static AdkException collectionFailed(
      String operation, String detail, @Nullable Throwable cause) {
    return AdkException.of(AdkErrorCode.E_VECTOR_STORE_COLLECTION_FAILED)
        .message("The collection operation " + operation + " failed: " + detail)
        .args(operation, detail)
        .cause(cause)
        .build();
  }

  public static AdkException upsertFailed(String detail, @Nullable Throwable cause) {
    return detailed(AdkErrorCode.E_VECTOR_STORE_UPSERT_FAILED, detail, cause);
  }

  public static AdkException searchFailed(String detail, @Nullable Throwable cause) {
    return detailed(AdkErrorCode.E_VECTOR_STORE_SEARCH_FAILED, detail, cause);
  }

  public static AdkException deleteFailed(String detail, @Nullable Throwable cause) {
    return detailed(AdkErrorCode.E_VECTOR_STORE_DELETE_FAILED, detail, cause);
  }

  /** A code with one argument, its detail, which also ends the message. */
  static AdkException detailed(AdkErrorCode code, String detail, @Nullable Throwable cause) {
    return AdkException.of(code)
        .message(code.meaning() + " " + detail)
        .args(detail)
        .cause(cause)
        .build();
  }

  private static AdkException error(AdkErrorCode code, String message, Object... args) {
    return AdkException.of(code).message(message).args(args).build();
  }
}
