package dev.adk4j.jdbc.stored;

import dev.adk4j.stored.TurnQueue;

/**
 * A queue in the storage's database. {@link JdbcTurnStore} stores an accepted turn and its entry
 * here in one round trip if it can; otherwise it calls {@link #enqueue}.
 *
 * @since 0.1.0
 */
public interface SqlTurnQueue extends TurnQueue {

  /** Returns the statement that adds a turn if it is stored and ready. */
  Entry entry(Turn turn);

  /**
   * A statement that returns no rows.
   *
   * @param sql calls tables {@code {adk_…}}
   */
  record Entry(String sql, Object... parameters) {}
}
