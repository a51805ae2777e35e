package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.stored.TurnQueue;
import java.sql.Connection;
import java.util.Objects;
import java.util.Optional;

/**
 * The caller's own transaction, for a durable turn that is accepted within it:
 *
 * <pre>{@code
 * conversation.durable().within(JdbcTurnTransaction.of(connection)).send("Ship order 4711.");
 * connection.commit();
 * }</pre>
 *
 * @since 0.1.0
 */
public final class JdbcTurnTransaction implements TurnQueue.Transaction {

  private final Connection connection;

  private JdbcTurnTransaction(Connection connection) {
    this.connection = connection;
  }

  /**
   * Returns the transaction of a connection to the database of the turns. In a Spring transaction,
   * pass {@code DataSourceUtils.getConnection(dataSource)}.
   *
   * @param connection a connection without auto-commit; neither committed nor closed here
   */
  public static JdbcTurnTransaction of(Connection connection) {
    return new JdbcTurnTransaction(Objects.requireNonNull(connection, "connection"));
  }

  @Override
  public <T> Optional<T> unwrap(Class<T> type) {
    return type.isInstance(connection) ? Optional.of(type.cast(connection)) : Optional.empty();
  }

  static Connection connection(TurnQueue.Transaction within) {
    return within
        .unwrap(Connection.class)
        .orElseThrow(
            () ->
                new AdkException(
                    AdkErrorCode.VALIDATION_EXCEPTION,
                    "The transaction does not belong to a JDBC connection: use"
                        + " JdbcTurnTransaction.of(connection)."));
  }
}
