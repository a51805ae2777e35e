package dev.adk4j.jdbc.vector;

import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.VectorErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Source of connections: the data source, or the single connection of a transaction. Joins a Spring
 * transaction on this thread for the same data source.
 */
final class PgSession {

  private final DataSource dataSource;
  private final @Nullable Connection bound;

  /** Tenant as JSON, empty for none; null if no policy separates tenants. */
  private final @Nullable String tenant;

  PgSession(DataSource dataSource, boolean secured) {
    this(dataSource, null, secured ? "" : null);
  }

  private PgSession(DataSource dataSource, @Nullable Connection bound, @Nullable String tenant) {
    this.dataSource = dataSource;
    this.bound = bound;
    this.tenant = tenant;
  }

  PgSession bind(Connection connection) {
    return new PgSession(dataSource, connection, tenant);
  }

  PgSession forTenant(String name) {
    return tenant == null
        ? this
        : new PgSession(dataSource, bound, JsonValue.of((Object) name).text());
  }

  boolean isSecured() {
    return tenant != null;
  }

  /** Sets the tenant for the policies until the transaction ends or sets another. */
  private void nameTenant(Connection connection) throws SQLException {
    if (tenant != null) {
      PgJdbc.query(
          connection,
          Sql.of("select set_config('" + PgPolicy.SETTING + "', ?, true)", tenant),
          row -> true);
    }
  }

  boolean isBound() {
    return bound != null;
  }

  /**
   * Runs the work completely or not at all. Inside a transaction of the caller, a failure rolls
   * back to a savepoint.
   */
  <T extends @Nullable Object, E extends Exception> T atomic(PgWork<T, E> work)
      throws SQLException, E {
    return read(nothing -> null, work);
  }

  /**
   * Runs a read. If no transaction is open, first runs {@code alone} without a transaction; if that
   * returns null, runs {@code work} like {@link #atomic}.
   */
  <T extends @Nullable Object, E extends Exception> T read(
      PgWork<@Nullable T, E> alone, PgWork<T, E> work) throws SQLException, E {
    if (bound != null) {
      return nested(bound, work);
    }
    return on(
        connection -> {
          if (DataSourceUtils.isConnectionTransactional(connection, dataSource)) {
            return nested(connection, work);
          }
          T found = tenant == null && connection.getAutoCommit() ? alone.run(connection) : null;
          return found == null ? own(connection, work) : found;
        });
  }

  private <T extends @Nullable Object, E extends Exception> T on(PgWork<T, E> work)
      throws SQLException, E {
    Connection connection;
    try {
      connection = DataSourceUtils.getConnection(dataSource);
    } catch (CannotGetJdbcConnectionException e) {
      throw VectorErrors.connectionFailed("no connection to PostgreSQL", e);
    }
    try {
      return work.run(connection);
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
  }

  private <T extends @Nullable Object, E extends Exception> T own(
      Connection connection, PgWork<T, E> work) throws SQLException, E {
    boolean autoCommit = connection.getAutoCommit();
    if (autoCommit) {
      connection.setAutoCommit(false);
    }
    T result;
    try {
      nameTenant(connection);
      result = work.run(connection);
      connection.commit();
    } catch (Throwable e) {
      undo(e, connection::rollback);
      undo(e, () -> connection.setAutoCommit(autoCommit));
      throw e;
    }
    connection.setAutoCommit(autoCommit);
    return result;
  }

  private <T extends @Nullable Object, E extends Exception> T nested(
      Connection connection, PgWork<T, E> work) throws SQLException, E {
    Savepoint before = connection.setSavepoint();
    T result;
    try {
      nameTenant(connection);
      result = work.run(connection);
    } catch (Throwable e) {
      undo(e, () -> connection.rollback(before));
      throw e;
    }
    connection.releaseSavepoint(before);
    return result;
  }

  private interface Undo {
    void run() throws SQLException;
  }

  private static void undo(Throwable reason, Undo undo) {
    try {
      undo.run();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
