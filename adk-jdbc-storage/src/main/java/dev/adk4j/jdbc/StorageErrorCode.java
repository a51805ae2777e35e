package dev.adk4j.jdbc;

import dev.adk4j.error.ErrorCode;

/**
 * Error codes of the database storage.
 *
 * @since 0.1.0
 */
public enum StorageErrorCode implements ErrorCode {
  E_STORAGE_SCHEMA(
      500,
      true,
      "The database lacks tables that the storage needs.",
      "Run the migrations, or let the storage create its tables."),
  E_STORAGE_FAILED(
      500, "The storage failed to execute a request.", "See the database's error in the cause.");

  private final Info info;

  StorageErrorCode(int status, String meaning, String help) {
    this(status, false, meaning, help);
  }

  StorageErrorCode(int status, boolean fatal, String meaning, String help) {
    info = new Info(status, fatal, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
