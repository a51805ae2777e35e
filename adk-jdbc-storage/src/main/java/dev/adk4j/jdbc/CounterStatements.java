package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Inserts;
import dev.adk4j.jdbc.internal.Inserts.Value;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Locks and advances a conversation's counter. */
final class CounterStatements {

  private static final String KEY = " where tenant = ? and conversation = ?";

  private final String table;
  private final String ensure;

  CounterStatements(Database database) {
    this.table = database.names().conversation();
    this.ensure =
        Inserts.ifAbsent(
            database.dialect() instanceof PostgresDialect,
            table,
            List.of("tenant", "conversation"),
            List.of(
                Value.text("subject"),
                new Value("last_seq", "bigint", "0"),
                Value.parameter("created_at", "bigint"),
                Value.parameter("last_activity_at", "bigint")));
  }

  /**
   * Locks the counter until the transaction ends.
   *
   * @param make creates a missing counter
   */
  Counter lock(Connection connection, Owner owner, boolean make, long now) throws SQLException {
    if (make) {
      Statements.update(connection, ensure, owner.key(), owner.subject(), now, now);
    }
    Counter counter =
        Statements.first(
            connection,
            row -> new Counter(owner, row.getLong(1), row.getString(2)),
            "select last_seq, subject from " + table + KEY + " for update",
            owner.key());
    return counter == null ? new Counter(owner, 0, null) : counter;
  }

  void save(Connection connection, Counter counter, long now) throws SQLException {
    Owner owner = counter.owner();
    String save =
        "update %s set last_seq = ?, last_activity_at = greatest(last_activity_at, ?),"
            + " subject = coalesce(subject, ?)%s";
    if (Statements.update(
            connection,
            save.formatted(table, KEY),
            counter.last(),
            now,
            owner.subject(),
            owner.key())
        != 1) {
      throw new SQLException("the conversation was erased concurrently", "40001");
    }
  }
}
