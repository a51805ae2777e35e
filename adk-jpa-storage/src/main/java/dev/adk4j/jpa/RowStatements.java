package dev.adk4j.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The statements on single rows. Every one names the owner. */
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

  /** The row that starts with its id at {@code first}. */
  static Row read(ResultSet rows, RecordTable table, int first) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(table.columns().size());
    int index = first;
    String id = rows.getString(index);
    for (Column column : table.columns()) {
      values.add(column.type().read(rows, ++index));
    }
    return new Row(table, id, values);
  }

  void insert(Connection connection, Owner owner, Row row, long seq) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(row.table()).insert)) {
      bindKey(statement, 1, owner, row.id());
      statement.setLong(4, seq);
      bindValues(statement, 5, row);
      statement.executeUpdate();
    }
  }

  /** False where the id is taken. */
  boolean insertIfAbsent(Connection connection, Owner owner, Row row, long now)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(sql(row.table()).insertIfAbsent)) {
      bindKey(statement, 1, owner, row.id());
      statement.setLong(4, now);
      bindValues(statement, 5, row);
      return statement.executeUpdate() == 1;
    }
  }

  /** False where there is none with the id. */
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

  /** Locks those of the rows that exist, in the order of their ids, to the transaction's end. */
  void lock(Connection connection, RecordTable table, Owner owner, List<String> ids)
      throws SQLException {
    String sql =
        sql(table).lock
            + " in ("
            + String.join(", ", Collections.nCopies(ids.size(), "?"))
            + ") order by id for update";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, owner.tenant());
      statement.setString(2, owner.part());
      for (int i = 0; i < ids.size(); i++) {
        statement.setString(3 + i, ids.get(i));
      }
      statement.executeQuery().close();
    }
  }

  /** Deletes the rows with the ids; their places, in order. */
  List<Long> deleteAll(Connection connection, RecordTable table, Owner owner, List<String> ids)
      throws SQLException {
    LongStream.Builder places = LongStream.builder();
    for (String id : ids) {
      try (PreparedStatement statement = connection.prepareStatement(sql(table).place)) {
        bindKey(statement, 1, owner, id);
        try (ResultSet rows = statement.executeQuery()) {
          if (rows.next()) {
            places.add(rows.getLong(1));
          }
        }
      }
      delete(connection, table, owner, id);
    }
    return places.build().sorted().boxed().toList();
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
      String place,
      String lock) {

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
              + ") values ("
              + String.join(", ", Collections.nCopies(4 + table.columns().size(), "?"))
              + ")",
          table.numbered() ? "" : database.dialect().insertIfAbsentSql(database.names(), table),
          "update " + name + " set " + set + (table.numbered() ? "" : ", stored_at = ?") + key,
          "delete from " + name + key,
          "select " + table.place() + " from " + name + key,
          "select id from " + name + " where tenant = ? and " + table.owner() + " = ? and id");
    }
  }
}
