package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import java.sql.SQLException;
import java.util.List;

/** Locks and advances a conversation's counter. */
final class CounterStatements {

  private static final String KEY = " where tenant = ? and conversation = ?";

  private final String ensure;

  CounterStatements(Database database) {
    this.ensure =
        database
            .sql()
            .insertIfAbsent(
                "{adk_conversation}",
                List.of("tenant", "conversation"),
                Value.text("subject"),
                new Value("last_seq", "bigint", "0"),
                Value.parameter("created_at", "bigint"),
                Value.parameter("last_activity_at", "bigint"));
  }

  /**
   * Locks the counter until the transaction ends.
   *
   * @param make creates a missing counter
   */
  Counter lock(Statements on, Owner owner, boolean make, long now) throws SQLException {
    if (make) {
      on.update(ensure, owner.key(), owner.subject(), now, now);
    }
    Counter counter =
        on.first(
            row -> new Counter(owner, row.getLong(1), row.getString(2)),
            "select last_seq, subject from {adk_conversation}" + KEY + " for update",
            owner.key());
    return counter == null ? new Counter(owner, 0, null) : counter;
  }

  void save(Statements on, Counter counter, long now) throws SQLException {
    Owner owner = counter.owner();
    String save =
        "update {adk_conversation} set last_seq = ?,"
            + " last_activity_at = greatest(last_activity_at, ?), subject = coalesce(subject, ?)"
            + KEY;
    if (on.update(save, counter.last(), now, owner.subject(), owner.key()) != 1) {
      throw new SQLException("the conversation was erased concurrently", "40001");
    }
  }
}
