package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Tables and columns that the statements of this module need. */
final class ExpectedTables {

  private static final Map<String, List<String>> TABLES = tables();

  private ExpectedTables() {}

  static Set<String> all() {
    return TABLES.keySet();
  }

  /** Returns the tables whose rows belong to tenants. */
  static List<String> withTenant() {
    return TABLES.entrySet().stream()
        .filter(table -> table.getValue().contains("tenant"))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Returns the missing tables of the connection's schema, and the missing columns of existing
   * tables.
   */
  static List<String> missing(Connection connection, Dialect dialect, Names names)
      throws SQLException {
    Map<String, Set<String>> present = columnsByTable(connection, dialect, names);
    List<String> missing = new ArrayList<>();
    for (var expected : TABLES.entrySet()) {
      String table = names.plain(expected.getKey());
      Set<String> columns = present.get(table.toLowerCase(Locale.ROOT));
      if (columns == null) {
        missing.add("the table " + table);
      } else {
        for (String column : expected.getValue()) {
          if (!columns.contains(column)) {
            missing.add("the column " + table + "." + column);
          }
        }
      }
    }
    return missing;
  }

  /**
   * Reads all tables with the prefix in one query, because every application start waits for it.
   */
  private static Map<String, Set<String>> columnsByTable(
      Connection connection, Dialect dialect, Names names) throws SQLException {
    Map<String, Set<String>> columns = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(dialect.columnsSql())) {
      statement.setString(1, dialect.folded(names.plain("adk_")).replace("_", "\\_") + "%");
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns
              .computeIfAbsent(rows.getString(1).toLowerCase(Locale.ROOT), table -> new HashSet<>())
              .add(rows.getString(2).toLowerCase(Locale.ROOT));
        }
      }
    }
    return columns;
  }

  private static Map<String, List<String>> tables() {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    tables.put(
        Names.CONVERSATION,
        List.of("tenant", "conversation", "subject", "last_seq", "created_at", "last_activity_at"));
    for (RecordTable table : RecordTable.values()) {
      List<String> columns = new ArrayList<>(List.of("tenant", table.owner(), table.place(), "id"));
      table.columns().forEach(column -> columns.add(column.name()));
      if (!table.numbered()) {
        columns.add("stored_at");
      }
      if (table.hasSubject()) {
        columns.add("subject");
      }
      tables.put(table.tableName(), columns);
    }
    tables.put(
        Names.BLOB,
        List.of(
            "tenant",
            "conversation",
            "content_id",
            "kind",
            "id",
            "current_id",
            "chunk_size",
            "byte_length",
            "line_count",
            "created_at",
            "completed_at",
            "replaced_at",
            "subject",
            "checked_at"));
    tables.put(
        Names.BLOB_CHUNK,
        List.of("tenant", "conversation", "content_id", "n", "lines_before", "data"));
    tables.putAll(GateTables.columns());
    tables.putAll(WaitingTables.columns());
    tables.putAll(MemoryTables.columns());
    tables.putAll(PromptTables.columns());
    tables.put(Names.RATE, List.of("tenant", "subject", "limit_name", "ends_at", "taken"));
    tables.put(
        Names.TASK,
        List.of(
            "task_name",
            "task_instance",
            "task_data",
            "execution_time",
            "picked",
            "picked_by",
            "last_success",
            "last_failure",
            "consecutive_failures",
            "last_heartbeat",
            "version",
            "woken",
            "priority"));
    tables.put(
        Names.SCHEDULE,
        List.of(
            "tenant",
            "conversation",
            "name",
            "subject",
            "cron",
            "zone",
            "missed",
            "paused",
            "next_at",
            "input",
            "memo",
            "fingerprint"));
    tables.put(Names.TURN_EVENT, List.of("tenant", "turn_id", "seq", "last_seq", "data"));
    return tables;
  }
}
