package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Statements that decide whether a unit of work is kept. They are executed before the unit's
 * writes, and committed or rolled back with them; on PostgreSQL both are one statement where the
 * unit stores new records only. Must be idempotent, as every {@link TransactionStep}.
 *
 * @see JdbcStorageUnitOfWork#alongside
 * @since 0.1.0
 */
public interface UnitGuard extends TransactionStep {

  /**
   * Returns the statements as common table expressions of PostgreSQL, without {@code with}. The
   * first one is named {@code guard} and has one row if the unit is to be kept, none otherwise;
   * nothing is written without that row, by the others neither.
   */
  String tables();

  /**
   * Binds the parameters of {@link #tables()}, from the first one on.
   *
   * @return how many they are
   */
  int bind(PreparedStatement statement) throws SQLException;

  /** Returns the columns of {@code guard} that {@link #tell} reads; none unless told otherwise. */
  default List<String> columns() {
    return List.of();
  }

  /** Reads {@link #columns()}. The unit may still be rolled back, and this be told again. */
  default void tell(ResultSet guard) throws SQLException {}

  /** Returns what the unit fails with where the guard has no row. */
  RuntimeException refused();

  /**
   * Executes the statements by themselves.
   *
   * @throws RuntimeException {@link #refused()}
   */
  @Override
  void run(Connection connection) throws SQLException;
}
