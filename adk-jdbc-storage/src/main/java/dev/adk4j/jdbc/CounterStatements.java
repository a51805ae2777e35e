package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Locks and advances a conversation's counter. */
final class CounterStatements {

  private final String ensure;
  private final String lock;
  private final String save;

  CounterStatements(Database database) {
    String table = database.names().conversation();
    this.ensure = database.dialect().ensureConversationSql(database.names());
    this.lock =
        "select last_seq, subject from "
            + table
            + " where tenant = ? and conversation = ? for update";
    this.save =
        "update "
            + table
            + " set last_seq = ?, last_activity_at = greatest(last_activity_at, ?), subject = coalesce(subject, ?)"
            + " where tenant = ? and conversation = ?";
  }

  /**
   * Locks the counter until the transaction ends.
   *
   * @param make creates a missing counter
   */
  Counter lock(Connection connection, Owner owner, boolean make, long now) throws SQLException {
    if (make) {
      try (PreparedStatement statement = connection.prepareStatement(ensure)) {
        statement.setString(1, owner.tenant());
        statement.setString(2, owner.part());
        ColumnType.TEXT.bind(statement, 3, owner.subject());
        statement.setLong(4, now);
        statement.setLong(5, now);
        statement.executeUpdate();
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(lock)) {
      statement.setString(1, owner.tenant());
      statement.setString(2, owner.part());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? new Counter(owner, rows.getLong(1), rows.getString(2))
            : new Counter(owner, 0, null);
      }
    }
  }

  void save(Connection connection, Counter counter, long now) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(save)) {
      statement.setLong(1, counter.last());
      statement.setLong(2, now);
      ColumnType.TEXT.bind(statement, 3, counter.owner().subject());
      statement.setString(4, counter.owner().tenant());
      statement.setString(5, counter.owner().part());
      if (statement.executeUpdate() != 1) {
        throw new SQLException("the conversation was erased concurrently", "40001");
      }
    }
  }
}
