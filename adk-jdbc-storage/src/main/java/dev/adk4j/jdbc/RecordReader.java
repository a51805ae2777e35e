package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Fetches the newest rows of an owner with one statement, in index order. */
final class RecordReader {

  private final Database database;
  private final Map<RecordTable, String> newest = new EnumMap<>(RecordTable.class);
  private final String instructions;
  private final Map<List<String>, String> together = new ConcurrentHashMap<>();

  RecordReader(Database database) {
    this.database = database;
    for (RecordTable table : RecordTable.values()) {
      newest.put(
          table,
          select(table) + table.owner() + " = ? order by " + newestFirst(table) + " limit ?");
    }
    this.instructions =
        select(RecordTable.STANDING_INSTRUCTION) + "subject in ('', ?) order by subject, ordinal";
  }

  /** Returns an order by the whole key, so H2 reads the index backwards instead of sorting. */
  private static String newestFirst(RecordTable table) {
    return "tenant desc, " + table.owner() + " desc, " + table.place() + " desc";
  }

  private String select(RecordTable table) {
    return "select id, "
        + table.columnList("")
        + " from "
        + database.names().of(table)
        + " where tenant = ? and ";
  }

  /** Returns at most {@code limit} rows, oldest first. */
  List<Row> newest(RecordTable table, Owner owner, long limit) {
    return ask(Question.newest(table, owner, limit));
  }

  /** Returns the rows, oldest first. */
  List<Row> ask(Question question) {
    List<Row> found =
        database.single(
            doing(question),
            question.owner().tenant(),
            on -> on.query(reading(question), sql(question), question.parameters()));
    return oldestFirst(found, question);
  }

  /** Returns the operation for errors. */
  static String doing(Question question) {
    return "fetching from " + question.table().tableName();
  }

  /** Returns false for H2, which returns only the rows of the last of several selects. */
  boolean asksTogether() {
    return database.sql().isPostgres();
  }

  /**
   * Sends the queries in one round trip, each as a separate statement restricted to its owner.
   *
   * @param questions queries for one tenant
   * @return result of {@link #ask} for each query
   */
  Map<Question, List<Row>> askTogether(List<Question> questions) throws SQLException {
    String sql =
        together.computeIfAbsent(
            questions.stream().map(this::sql).toList(), each -> String.join("; ", each));
    return database.single(
        questions.getFirst().owner().tenant(),
        on -> {
          List<List<Row>> found =
              on.together(
                  query -> reading(questions.get(query)),
                  sql,
                  questions.stream().map(Question::parameters).toList());
          if (found.size() < questions.size()) {
            throw new SQLException("one of several statements returned no rows");
          }
          Map<Question, List<Row>> answers = new HashMap<>();
          for (int i = 0; i < questions.size(); i++) {
            Question question = questions.get(i);
            answers.put(question, oldestFirst(found.get(i), question));
          }
          return answers;
        });
  }

  private String sql(Question question) {
    return question.ofTenantToo()
        ? instructions
        : Objects.requireNonNull(newest.get(question.table()));
  }

  /**
   * Returns at most {@code limit} rows of a conversation with their positions, in no particular
   * order.
   */
  List<NumberedRow> newestNumbered(RecordTable table, Owner owner, int limit) {
    return numbered(table, owner, " order by " + newestFirst(table) + " limit ?", (long) limit);
  }

  /** Returns the rows of a conversation from one position to another, in no particular order. */
  List<NumberedRow> numberedBetween(RecordTable table, Owner owner, long from, long to) {
    return numbered(table, owner, " and seq between ? and ?", from, to);
  }

  private List<NumberedRow> numbered(
      RecordTable table, Owner owner, String which, Long... parameters) {
    String sql =
        "select seq, id, %s from %s where tenant = ? and conversation = ?%s"
            .formatted(table.columnList(""), database.names().of(table), which);
    return database.single(
        "reading " + table.tableName(),
        owner.tenant(),
        on ->
            on.query(
                row -> new NumberedRow(row.getLong(1), RowStatements.read(row, table, 2)),
                sql,
                owner.key(),
                List.of(parameters)));
  }

  private static Statements.Row<Row> reading(Question question) {
    return row -> RowStatements.read(row, question.table(), 1);
  }

  private static List<Row> oldestFirst(List<Row> found, Question question) {
    return question.ofTenantToo() ? found : found.reversed();
  }
}
