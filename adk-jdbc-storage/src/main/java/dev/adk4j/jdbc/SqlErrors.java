package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classifies failures of the database. */
final class SqlErrors {

  /** SQL states of a serialization failure, a deadlock, and PostgreSQL's lock timeout. */
  private static final Set<String> LOST_RACE_STATES = Set.of("40001", "40P01", "55P03");

  /** H2's codes for a lock timeout and a row changed by another transaction. */
  private static final Set<Integer> LOST_RACE_H2 = Set.of(50200, 90131);

  /**
   * H2's codes for a closed database, a broken connection, use by another process, input/output
   * errors and shutdown.
   */
  private static final Set<Integer> GONE_H2 = Set.of(90098, 90067, 90020, 90028, 90031, 90121);

  /** H2's code for an internal error, which has the error as its cause. */
  private static final int INTERNAL_H2 = 50000;

  /** SQL states for a missing table, column or schema: first PostgreSQL's, then H2's. */
  private static final Set<String> NO_SCHEMA =
      Set.of("42P01", "42703", "3F000", "42S02", "42S03", "42S04", "42S22", "90079");

  private SqlErrors() {}

  static boolean isDuplicateKey(SQLException e) {
    return "23505".equals(e.getSQLState());
  }

  /**
   * Returns true if repeating the same statements may succeed, for example after a deadlock or lock
   * timeout.
   */
  static boolean isLostRace(SQLException e) {
    return LOST_RACE_STATES.contains(state(e)) || LOST_RACE_H2.contains(e.getErrorCode());
  }

  /** Returns true if another writer was faster and the work may succeed with the current rows. */
  static boolean isWorthRetrying(SQLException e) {
    return isDuplicateKey(e) || isLostRace(e);
  }

  /**
   * Returns true if the connection is broken. When H2 stops, it closes its sessions during their
   * statements, which then fail with an error about a missing object.
   */
  static boolean isGone(SQLException e) {
    return state(e).startsWith("08")
        || GONE_H2.contains(e.getErrorCode())
        || (e.getErrorCode() == INTERNAL_H2 && e.getCause() instanceof NullPointerException);
  }

  static boolean isUnavailable(SQLException e) {
    String state = state(e);
    return e instanceof SQLTransientConnectionException
        || e instanceof SQLNonTransientConnectionException
        || e instanceof SQLRecoverableException
        || e instanceof SQLTimeoutException
        || isGone(e)
        || state.startsWith("53")
        || state.startsWith("57")
        || state.startsWith("58")
        || isLostRace(e);
  }

  /** Runs statements with the exceptions of {@link #translate}. */
  static <T extends @Nullable Object> T translating(String doing, Retry.Call<T> call) {
    try {
      return call.run();
    } catch (SQLException e) {
      throw translate(doing, e);
    }
  }

  /**
   * Returns the exception for a caller of the library.
   *
   * @param doing the failed operation, such as "fetching messages"
   */
  static AdkException translate(String doing, SQLException e) {
    if (isUnavailable(e)) {
      return exception(
          AdkErrorCode.E_STORAGE_UNAVAILABLE, "The database did not answer while " + doing, e);
    }
    if (NO_SCHEMA.contains(state(e))) {
      return exception(
          StorageErrorCode.E_STORAGE_SCHEMA,
          "The database lacks a table or column needed for " + doing,
          e);
    }
    return exception(
        StorageErrorCode.E_STORAGE_FAILED, "The database refused a statement while " + doing, e);
  }

  private static AdkException exception(ErrorCode code, String message, SQLException e) {
    return new AdkException(code, message + ": " + e.getMessage(), e);
  }

  private static String state(SQLException e) {
    String state = e.getSQLState();
    return state == null ? "" : state;
  }
}
