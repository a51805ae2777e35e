package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.JdbcStorageUnitOfWork;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A statement that finds the row of a claimed turn, and further statements that run if the row is
 * found. Locks the row until the transaction ends.
 *
 * @param claim an update or a locking select
 * @param others inserts and updates
 * @param sent receives the messages sent to the turn, for an update; null for none
 */
record TurnGuard(
    StoredTurn turn,
    Sql sql,
    Part claim,
    List<Part> others,
    @Nullable Consumer<StoredTurn.Inbox> sent)
    implements JdbcStorageUnitOfWork.Guard {

  /**
   * A statement.
   *
   * @param guarded the same statement, which takes effect if, and only if, a table {@code guard}
   *     has a row
   */
  record Part(String sql, String guarded, @Nullable Object... args) {}

  TurnGuard telling(Consumer<StoredTurn.Inbox> reader) {
    return new TurnGuard(turn, sql, claim, others, reader);
  }

  @Override
  public String tables() {
    StringBuilder tables = new StringBuilder("guard as (").append(guard()).append(')');
    for (int i = 0; i < others.size(); i++) {
      tables.append(", g").append(i).append(" as (").append(others.get(i).guarded()).append(')');
    }
    return sql.text(tables.toString());
  }

  /** Returns the query with a row if the turn is found. */
  private String guard() {
    return claim.sql().startsWith("select")
        ? claim.sql()
        : sql.returning(
            claim.sql(), sent == null ? "1 as claimed" : String.join(", ", TurnRows.INBOX));
  }

  @Override
  public List<String> columns() {
    return sent == null ? List.of() : List.of(TurnRows.INBOX);
  }

  @Override
  public void tell(ResultSet guard) throws SQLException {
    if (sent != null) {
      sent.accept(TurnRows.inbox(guard));
    }
  }

  @Override
  public int bind(PreparedStatement statement) throws SQLException {
    return sql.on(statement.getConnection()).bind(statement, 1, args()) - 1;
  }

  private @Nullable Object[] args() {
    List<@Nullable Object> args = new ArrayList<>();
    args.addAll(Arrays.asList(claim.args()));
    others.forEach(other -> args.addAll(Arrays.asList(other.args())));
    return args.toArray();
  }

  @Override
  public void run(Connection connection) throws SQLException {
    Statements on = sql.on(connection);
    if (sql.postgres) {
      run(on, "with " + tables() + " select * from guard", args());
      return;
    }
    run(on, guard(), claim.args());
    for (Part other : others) {
      on.update(other.sql(), other.args());
    }
  }

  private void run(Statements on, String guard, @Nullable Object[] args) throws SQLException {
    Statements.Row<Boolean> telling =
        row -> {
          tell(row);
          return true;
        };
    if (on.first(telling, guard, args) == null) {
      throw refused();
    }
  }

  @Override
  public RuntimeException refused() {
    return TurnRules.fenced(turn);
  }
}
