package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs statements on single rows. Every statement is restricted to the owner. */
final class RowStatements {

  private final Map<RecordTable, Sql> statements = new EnumMap<>(RecordTable.class);

  RowStatements(Database database) {
    for (RecordTable table : RecordTable.values()) {
      statements.put(table, Sql.of(database, table));
    }
  }

  @Nullable Row find(Connection connection, RecordTable table, Owner owner, String id)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(table).find)) {
      bindKey(statement, 1, owner, id);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? read(rows, table, 1) : null;
      }
    }
  }

  /** Reads the row whose id is column {@code first}. */
  static Row read(ResultSet rows, RecordTable table, int first) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(table.columns().size());
    int index = first;
    String id = rows.getString(index);
    for (Column column : table.columns()) {
      values.add(column.type().read(rows, ++index));
    }
    return new Row(table, id, values);
  }

  /**
   * Inserts a row.
   *
   * @param subject subject whose turn stores the row; null for the conversation's subject
   */
  void insert(Connection connection, Owner owner, Row row, long seq, @Nullable String subject)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(row.table()).insert)) {
      bindKey(statement, 1, owner, row.id());
      statement.setLong(4, seq);
      ColumnType.TEXT.bind(statement, bindValues(statement, 5, row), subject);
      statement.executeUpdate();
    }
  }

  /** Inserts a row. Returns false if the id exists. */
  boolean insertIfAbsent(Connection connection, Owner owner, Row row, long now)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(sql(row.table()).insertIfAbsent)) {
      bindKey(statement, 1, owner, row.id());
      statement.setLong(4, now);
      int next = bindValues(statement, 5, row);
      if (row.table().hasSubject()) {
        ColumnType.TEXT.bind(statement, next, owner.subject());
      }
      return statement.executeUpdate() == 1;
    }
  }

  /** Updates a row. Returns false if the id does not exist. */
  boolean update(Connection connection, Owner owner, Row row, long now) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(row.table()).update)) {
      int next = bindValues(statement, 1, row);
      if (!row.table().numbered()) {
        statement.setLong(next++, now);
      }
      bindKey(statement, next, owner, row.id());
      return statement.executeUpdate() == 1;
    }
  }

  boolean delete(Connection connection, RecordTable table, Owner owner, String id)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(table).delete)) {
      bindKey(statement, 1, owner, id);
      return statement.executeUpdate() == 1;
    }
  }

  /** Returns the positions of the existing rows, in order, each with its subject. */
  NavigableMap<Long, @Nullable String> places(
      Connection connection, RecordTable table, Owner owner, List<String> ids) throws SQLException {
    NavigableMap<Long, @Nullable String> places = new TreeMap<>();
    for (String id : ids) {
      try (PreparedStatement statement = connection.prepareStatement(sql(table).place)) {
        bindKey(statement, 1, owner, id);
        try (ResultSet rows = statement.executeQuery()) {
          if (rows.next()) {
            places.put(rows.getLong(1), rows.getString(2));
          }
        }
      }
    }
    return places;
  }

  private static void bindKey(PreparedStatement statement, int first, Owner owner, String id)
      throws SQLException {
    statement.setString(first, owner.tenant());
    statement.setString(first + 1, owner.part());
    statement.setString(first + 2, id);
  }

  private static int bindValues(PreparedStatement statement, int first, Row row)
      throws SQLException {
    int index = first;
    List<Column> columns = row.table().columns();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).type().bind(statement, index++, row.values().get(i));
    }
    return index;
  }

  private Sql sql(RecordTable table) {
    return Objects.requireNonNull(statements.get(table));
  }

  private record Sql(
      String find,
      String insert,
      String insertIfAbsent,
      String update,
      String delete,
      String place) {

    static Sql of(Database database, RecordTable table) {
      String name = database.names().of(table);
      String key = " where tenant = ? and " + table.owner() + " = ? and id = ?";
      String set =
          table.columns().stream().map(c -> c.name() + " = ?").collect(Collectors.joining(", "));
      return new Sql(
          "select id, " + table.columnList("") + " from " + name + key,
          "insert into "
              + name
              + " (tenant, "
              + table.owner()
              + ", id, "
              + table.place()
              + ", "
              + table.columnList("")
              + ", subject) values ("
              + String.join(", ", Collections.nCopies(5 + table.columns().size(), "?"))
              + ")",
          table.numbered() ? "" : database.dialect().insertIfAbsentSql(database.names(), table),
          "update " + name + " set " + set + (table.numbered() ? "" : ", stored_at = ?") + key,
          "delete from " + name + key,
          "select " + table.place() + ", subject from " + name + key);
    }
  }
}
