package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Statements that are committed together with a unit of work. Must be idempotent: it may be called
 * several times, each time in a new transaction, until one is committed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TransactionStep {

  /**
   * Runs statements after those of the unit. An exception rolls all of them back.
   *
   * @param connection connection of the transaction; must not be kept, committed or closed
   */
  void run(Connection connection) throws SQLException;
}
