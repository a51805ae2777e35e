package dev.adk4j.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Creates the errors of vector stores, one method for each code. For implementations of backends.
 * {@code adapter} is the name of the backend.
 */
public final class VectorErrors {

  private VectorErrors() {}

  public static AdkException invalidConfig(String detail) {
    return invalidConfig(detail, null);
  }

  static AdkException invalidConfig(String detail, @Nullable Throwable cause) {
    return detailed(VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, detail, cause);
  }

  static AdkException driverUnavailable(String driver) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_DRIVER_UNAVAILABLE;
    return AdkException.saying(code, "The driver of '%s' cannot be used here.", driver);
  }

  public static AdkException encoderRequired(String adapter) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_ENCODER_REQUIRED;
    return AdkException.saying(
        code, "The vector store '%s' received text but has no encoder for it.", adapter);
  }

  public static AdkException dimensionMismatch(int expected, int actual) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH;
    String message = "The vector has %2$s numbers but the collection expects %1$s.";
    return AdkException.saying(code, message, expected, actual);
  }

  /**
   * @param operator the operator, or the dialect of a raw fragment
   */
  public static AdkException unsupportedFilter(String adapter, String operator) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR;
    return AdkException.saying(code, "'%s' cannot evaluate '%s' in a filter.", adapter, operator);
  }

  public static AdkException unsupportedOperation(String operation, String adapter) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION;
    return AdkException.saying(
        code, "The vector store '%2$s' does not support %1$s.", operation, adapter);
  }

  public static AdkException queryConflict(String detail) {
    return queryConflict(detail, null);
  }

  public static AdkException queryConflict(String detail, @Nullable Throwable cause) {
    return detailed(VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT, detail, cause);
  }

  /**
   * Returns a value of a configuration; throws {@code E_INVALID_VECTOR_STORE_CONFIG} with the
   * reason for null.
   */
  public static <T> T configured(@Nullable T value, String reason) {
    if (value == null) {
      throw invalidConfig(reason);
    }
    return value;
  }

  /** Returns the value; throws {@code E_VECTOR_STORE_QUERY_CONFLICT} for null. */
  static <T> T required(@Nullable T value, String name) {
    if (value == null) {
      throw queryConflict("The " + name + " must not be null.");
    }
    return value;
  }

  static AdkException projectionRequired() {
    return AdkException.of(VectorErrorCode.E_VECTOR_STORE_PROJECTION_REQUIRED).build();
  }

  public static AdkException transactionsUnsupported(String adapter) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED;
    return AdkException.saying(code, "The vector store '%s' has no transactions.", adapter);
  }

  static AdkException rawBindingMismatch(int placeholders, int bindings) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_RAW_BINDING_MISMATCH;
    String message = "The raw fragment has %s placeholders and %s bindings.";
    return AdkException.saying(code, message, placeholders, bindings);
  }

  public static AdkException invalidRecord(int index, String detail) {
    ErrorCode code = VectorErrorCode.E_INVALID_VECTOR_RECORD;
    return AdkException.saying(code, "The record at index %s is not valid: %s", index, detail);
  }

  static AdkException migrationFailed(String migration, String detail, @Nullable Throwable cause) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_MIGRATION_FAILED;
    return failed(code, "The migration '%s' failed: %s", cause, migration, detail);
  }

  public static AdkException connectionFailed(String detail, @Nullable Throwable cause) {
    return detailed(VectorErrorCode.E_VECTOR_STORE_CONNECTION_FAILED, detail, cause);
  }

  public static AdkException collectionFailed(
      String operation, String detail, @Nullable Throwable cause) {
    ErrorCode code = VectorErrorCode.E_VECTOR_STORE_COLLECTION_FAILED;
    return failed(code, "The collection operation %s failed: %s", cause, operation, detail);
  }

  public static AdkException upsertFailed(String detail, @Nullable Throwable cause) {
    return detailed(VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED, detail, cause);
  }

  public static AdkException searchFailed(String detail, @Nullable Throwable cause) {
    return detailed(VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED, detail, cause);
  }

  public static AdkException deleteFailed(String detail, @Nullable Throwable cause) {
    return detailed(VectorErrorCode.E_VECTOR_STORE_DELETE_FAILED, detail, cause);
  }

  /** Returns an error with one argument, its detail, at the end of the message. */
  static AdkException detailed(ErrorCode code, String detail, @Nullable Throwable cause) {
    String message = code.meaning() + " " + detail;
    return AdkException.of(code).message(message).args(detail).cause(cause).build();
  }

  private static AdkException failed(
      ErrorCode code, String message, @Nullable Throwable cause, Object... args) {
    String text = message.formatted(args);
    return AdkException.of(code).message(text).args(args).cause(cause).build();
  }
}
