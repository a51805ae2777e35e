package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs statements on single rows. Every statement is restricted to the owner. */
final class RowStatements {

  private final StorageSql storage;
  private final Names names;

  RowStatements(Database database) {
    this.storage = database.sql();
    this.names = database.names();
  }

  @Nullable Row find(Statements on, RecordTable table, Owner owner, String id) throws SQLException {
    String sql = "select id, " + table.columnList("") + from(table);
    return on.first(row -> read(row, table, 1), sql, owner.key(), id);
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
  void insert(Statements on, Owner owner, Row row, long seq, @Nullable String subject)
      throws SQLException {
    RecordTable table = row.table();
    String sql =
        "insert into %s (tenant, %s, id, %s, %s, subject) values (%s)"
            .formatted(
                names.of(table),
                table.owner(),
                table.place(),
                table.columnList(""),
                String.join(", ", Collections.nCopies(5 + table.columns().size(), "?")));
    on.update(sql, owner.key(), row.id(), seq, row.parameters(), subject);
  }

  /** Inserts a row. Returns false if the id exists. */
  boolean insertIfAbsent(Statements on, Owner owner, Row row, long now) throws SQLException {
    RecordTable table = row.table();
    List<Value> others = new ArrayList<>(List.of(Value.parameter("stored_at", "bigint")));
    for (Column column : table.columns()) {
      ColumnType type = column.type();
      others.add(
          Value.parameter(
              column.name(), storage.isPostgres() ? type.postgresType() : type.h2Type()));
    }
    List<@Nullable String> subject = List.of();
    if (table.hasSubject()) {
      others.add(Value.text("subject"));
      subject = Collections.singletonList(owner.subject());
    }
    List<String> keys = List.of("tenant", table.owner(), "id");
    String sql = storage.insertIfAbsent(names.of(table), keys, others.toArray(Value[]::new));
    return on.update(sql, owner.key(), row.id(), now, row.parameters(), subject) == 1;
  }

  /** Updates a row. Returns false if the id does not exist. */
  boolean update(Statements on, Owner owner, Row row, long now) throws SQLException {
    RecordTable table = row.table();
    String set =
        table.columns().stream().map(c -> c.name() + " = ?").collect(Collectors.joining(", "));
    List<Long> storedAt = table.numbered() ? List.of() : List.of(now);
    String sql =
        "update %s set %s%s%s"
            .formatted(names.of(table), set, table.numbered() ? "" : ", stored_at = ?", key(table));
    return on.update(sql, row.parameters(), storedAt, owner.key(), row.id()) == 1;
  }

  void delete(Statements on, RecordTable table, Owner owner, String id) throws SQLException {
    on.update("delete" + from(table), owner.key(), id);
  }

  /** Returns the positions of the existing rows, in order, each with its subject. */
  NavigableMap<Long, @Nullable String> places(
      Statements on, RecordTable table, Owner owner, List<String> ids) throws SQLException {
    String sql = "select " + table.place() + ", subject" + from(table);
    NavigableMap<Long, @Nullable String> places = new TreeMap<>();
    for (String id : ids) {
      on.query(row -> places.put(row.getLong(1), row.getString(2)), sql, owner.key(), id);
    }
    return places;
  }

  private String from(RecordTable table) {
    return " from " + names.of(table) + key(table);
  }

  private static String key(RecordTable table) {
    return " where tenant = ? and " + table.owner() + " = ? and id = ?";
  }
}
