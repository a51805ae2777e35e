package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.util.ClassUtils;

/**
 * Receives PostgreSQL's notifications on one connection. No other class needs PostgreSQL's driver.
 */
final class PostgresSignals implements AutoCloseable {

  private static final boolean DRIVER =
      ClassUtils.isPresent("org.postgresql.PGConnection", PostgresSignals.class.getClassLoader());

  private final Connection connection;
  private final PGConnection postgres;

  private PostgresSignals(Connection connection, PGConnection postgres) {
    this.connection = connection;
    this.postgres = postgres;
  }

  /** Listens on a connection. Returns null if it does not belong to PostgreSQL's driver. */
  static @Nullable PostgresSignals listen(Connection connection) throws SQLException {
    if (!DRIVER || !connection.isWrapperFor(PGConnection.class)) {
      return null;
    }
    connection.setAutoCommit(true);
    Statements.on(connection).update("listen " + GateStatements.CHANNEL);
    return new PostgresSignals(connection, connection.unwrap(PGConnection.class));
  }

  /** Returns the notifications. Waits for the first one at most the given time. */
  List<String> await(int millis) throws SQLException {
    PGNotification[] told = postgres.getNotifications(millis);
    return told == null
        ? List.of()
        : Arrays.stream(told).map(PGNotification::getParameter).toList();
  }

  /** Stops listening and returns the connection to its pool. */
  @Override
  public void close() throws SQLException {
    if (!connection.isClosed()) {
      Statements.on(connection).update("unlisten " + GateStatements.CHANNEL);
    }
  }
}
