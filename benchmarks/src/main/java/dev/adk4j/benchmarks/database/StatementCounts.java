package dev.adk4j.benchmarks.database;

import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What one turn sent, on average.
 *
 * @param rowsWritten inserted, updated and deleted
 */
record StatementCounts(
    double selects, double writes, double transactionCommands, double rowsWritten) {

  static StatementCounts read(JdbcTemplate jdbc, int turns) {
    List<Statement> statements =
        jdbc.query(
            "select query, calls, rows from pg_stat_statements where query not like '%pg_stat_statements%'",
            (row, i) -> new Statement(row.getString(1), row.getLong(2), row.getLong(3)));
    double selects = 0;
    double writes = 0;
    double commands = 0;
    double rows = 0;
    for (Statement statement : statements) {
      switch (statement.kind()) {
        case SELECT -> selects += statement.calls;
        case WRITE -> {
          writes += statement.calls;
          rows += statement.rows;
        }
        case COMMAND -> commands += statement.calls;
      }
    }
    return new StatementCounts(selects / turns, writes / turns, commands / turns, rows / turns);
  }

  private enum Kind {
    SELECT,
    WRITE,
    COMMAND
  }

  private record Statement(String query, long calls, long rows) {

    Kind kind() {
      String text = query.strip().toLowerCase(Locale.ROOT);
      if (text.startsWith("select")) {
        return Kind.SELECT;
      }
      return text.startsWith("insert")
              || text.startsWith("update")
              || text.startsWith("delete")
              || text.startsWith("merge")
              || text.startsWith("with")
          ? Kind.WRITE
          : Kind.COMMAND;
    }
  }
}
