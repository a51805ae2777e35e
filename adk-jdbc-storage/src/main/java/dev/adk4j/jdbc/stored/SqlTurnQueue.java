package dev.adk4j.jdbc.stored;

import dev.adk4j.stored.TurnQueue;

/**
 * A queue in the storage's database. {@link JdbcTurnStore} stores an accepted turn and its entry
 * here in one round trip if it can; otherwise it calls {@link #enqueue}.
 *
 * @since 0.1.0
 */
public interface SqlTurnQueue extends TurnQueue {

  /**
   * Returns the statement that adds a turn, or wakes it, if the condition is true.
   *
   * @param condition calls tables {@code {adk_…}}
   * @param parameters of the condition
   */
  Entry entry(Turn turn, String condition, Object... parameters);

  /**
   * A statement that returns no rows.
   *
   * @param sql calls tables {@code {adk_…}}
   */
  record Entry(String sql, Object... parameters) {}
}
