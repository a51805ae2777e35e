package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Statements that are committed together with what a unit of work stores. May be called more than
 * once, each time in a new transaction, until one is committed.
 */
@FunctionalInterface
public interface TransactionStep {

  /**
   * Does its statements after the unit's own. What it throws rolls all of them back.
   *
   * @param connection not to be kept, committed or closed
   */
  void run(Connection connection) throws SQLException;
}
