package dev.adk4j.jdbc.stored;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
    execute(connection, "listen " + GateStatements.CHANNEL);
    return new PostgresSignals(connection, connection.unwrap(PGConnection.class));
  }

  /** Returns the notifications. Waits for the first one at most the given time. */
  List<String> await(int millis) throws SQLException {
    PGNotification[] told = postgres.getNotifications(millis);
    List<String> payloads = new ArrayList<>();
    if (told != null) {
      for (PGNotification notification : told) {
        payloads.add(notification.getParameter());
      }
    }
    return payloads;
  }

  /** Stops listening and returns the connection to its pool. */
  @Override
  public void close() throws SQLException {
    if (!connection.isClosed()) {
      execute(connection, "unlisten " + GateStatements.CHANNEL);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
