package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Statements that decide if a unit of work is kept. They are executed before the unit's writes and
 * are committed or rolled back with them. On PostgreSQL, guard and writes are one statement if the
 * unit only stores new records. Must be idempotent, like every {@link TransactionStep}.
 *
 * @see JdbcStorageUnitOfWork#alongside
 * @since 0.1.0
 */
public interface UnitGuard extends TransactionStep {

  /**
   * Returns the statements as common table expressions of PostgreSQL, without {@code with}. The
   * first one is named {@code guard} and has one row if the unit is kept, otherwise none. Without
   * that row, the other expressions write nothing either.
   */
  String tables();

  /**
   * Binds the parameters of {@link #tables()}, from the first one.
   *
   * @return number of parameters
   */
  int bind(PreparedStatement statement) throws SQLException;

  /** Returns the columns of {@code guard} that {@link #tell} reads. Default: none. */
  default List<String> columns() {
    return List.of();
  }

  /**
   * Reads {@link #columns()}. The unit may still be rolled back; this method is then called again.
   */
  default void tell(ResultSet guard) throws SQLException {}

  /** Returns the exception for a guard without a row. */
  RuntimeException refused();

  /**
   * Executes the statements separately.
   *
   * @throws RuntimeException {@link #refused()}
   */
  @Override
  void run(Connection connection) throws SQLException;
}
