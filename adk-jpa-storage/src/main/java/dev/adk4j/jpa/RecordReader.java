package dev.adk4j.jpa;

import dev.adk4j.value.Scope;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Fetches the newest rows of an owner: one statement, served by the index that keeps them in order.
 */
final class RecordReader {

  private final Database database;
  private final Map<RecordTable, String> newest = new EnumMap<>(RecordTable.class);

  RecordReader(Database database) {
    this.database = database;
    for (RecordTable table : RecordTable.values()) {
      newest.put(
          table,
          "select id, "
              + table.columnList("")
              + " from "
              + database.names().of(table)
              + " where tenant = ? and "
              + table.owner()
              + " = ? order by "
              + table.place()
              + " desc limit ?");
    }
  }

  /** At most {@code limit} rows, oldest first. */
  List<Row> newest(RecordTable table, Owner owner, long limit) {
    try {
      List<Row> rows =
          database.read(
              owner.tenant(),
              connection -> {
                try (PreparedStatement statement =
                    connection.prepareStatement(Objects.requireNonNull(newest.get(table)))) {
                  statement.setString(1, owner.tenant());
                  statement.setString(2, owner.part());
                  statement.setLong(3, limit);
                  return read(statement, table);
                }
              });
      Collections.reverse(rows);
      return rows;
    } catch (SQLException e) {
      throw SqlErrors.translate("fetching from " + table.tableName(), e);
    }
  }

  /** At most {@code limit} rows of a conversation with their places, in no particular order. */
  List<NumberedRow> newestNumbered(RecordTable table, Owner owner, int limit) {
    String sql =
        "select seq, id, "
            + table.columnList("")
            + " from "
            + database.names().of(table)
            + " where tenant = ? and conversation = ? order by seq desc limit ?";
    try {
      return database.read(
          owner.tenant(),
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
              statement.setString(1, owner.tenant());
              statement.setString(2, owner.part());
              statement.setLong(3, limit);
              try (ResultSet found = statement.executeQuery()) {
                List<NumberedRow> rows = new ArrayList<>();
                while (found.next()) {
                  rows.add(new NumberedRow(found.getLong(1), RowStatements.read(found, table, 2)));
                }
                return rows;
              }
            }
          });
    } catch (SQLException e) {
      throw SqlErrors.translate("reading " + table.tableName(), e);
    }
  }

  /** The tenant's rows, then the subject's where the scope has one. */
  List<Row> standingInstructions(Scope scope) {
    RecordTable table = RecordTable.STANDING_INSTRUCTION;
    Owner tenant = Owner.ofTenant(scope.tenant());
    Owner owner = scope.subject() == null ? tenant : Owner.ofSubject(scope);
    String sql =
        "select id, "
            + table.columnList("")
            + " from "
            + database.names().of(table)
            + " where tenant = ? and subject in ('', ?) order by subject, ordinal";
    try {
      return database.read(
          owner.tenant(),
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
              statement.setString(1, owner.tenant());
              statement.setString(2, owner.part());
              return read(statement, table);
            }
          });
    } catch (SQLException e) {
      throw SqlErrors.translate("fetching from " + table.tableName(), e);
    }
  }

  private static List<Row> read(PreparedStatement statement, RecordTable table)
      throws SQLException {
    try (ResultSet found = statement.executeQuery()) {
      List<Row> rows = new ArrayList<>();
      while (found.next()) {
        rows.add(RowStatements.read(found, table, 1));
      }
      return rows;
    }
  }
}
