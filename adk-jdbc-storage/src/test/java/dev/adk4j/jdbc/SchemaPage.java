package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The reference page of the tables, written from databases that the migrations made. */
final class SchemaPage {

  private static final List<String> TABLES =
      List.of(
          "adk_conversation",
          "adk_message",
          "adk_thought",
          "adk_tool_call",
          "adk_retrievable",
          "adk_memory",
          "adk_standing_instruction",
          "adk_blob",
          "adk_blob_chunk",
          "adk_gate",
          "adk_gate_decision",
          "adk_gate_node",
          "adk_waiting_turn",
          "adk_waiting_call",
          "adk_turn_inbox",
          "adk_task",
          "adk_turn_event",
          "adk_schedule",
          "adk_memory_record",
          "adk_memory_conversation",
          "adk_memory_journal",
          "adk_memory_cursor",
          "adk_memory_staged_fact",
          "adk_memory_set_aside",
          "adk_memory_trigger",
          "adk_memory_turn",
          "adk_memory_lease",
          "adk_budget",
          "adk_summary",
          "adk_rate");

  private SchemaPage() {}

  static String write(TestDatabase postgres, TestDatabase h2) throws SQLException {
    StringBuilder page =
        new StringBuilder(
            """
            # Tables

            What `adk-jdbc-storage` keeps in the database. Written from the migrations by a test: do not edit.

            The SQL is in the module, below `db/adk/postgresql` and `db/adk/h2`. Flyway or Liquibase run it where one of
            them is on the class path; without them `adk.jdbc.schema` says what happens. Flyway's history is in
            `adk_schema_history`, Liquibase's in `adk_schema_changelog` and `adk_schema_lock`. `adk.jdbc.table-prefix`
            puts something else in front of every name than `adk_`, and `adk.jdbc.database-schema` names the schema.

            * Every key begins with its owner, so the same id in another tenant or conversation is another row.
            * `tenant`, `conversation`, `subject` and `id` hold up to 800 bytes of UTF-8.
            * Points in time are milliseconds since 1970-01-01T00:00:00Z:
              `to_timestamp(created_at / 1000.0)` on PostgreSQL, `dateadd(millisecond, created_at, timestamp '1970-01-01 00:00:00')` on H2.
            * JSON is kept as text, so that key order and digits stay as they were.
            * Any text may hold what databases refuse: U+0000, unpaired surrogates and U+0010 are stored as U+0010 and
              four hexadecimal digits. All other text is stored as it is. `TextEscape` reads and writes the form.
            * The JPA entities in `dev.adk4j.jpa.entity` map these tables, for queries, where `adk.jpa.entities=true` asks for it.
            """);
    try (Connection one = postgres.dataSource().getConnection();
        Connection two = h2.dataSource().getConnection()) {
      for (String table : TABLES) {
        write(page, table, one, two);
      }
    }
    return page.toString();
  }

  private static void write(StringBuilder page, String table, Connection postgres, Connection h2)
      throws SQLException {
    page.append("\n## ")
        .append(table)
        .append("\n\n")
        .append(comment(postgres, table))
        .append(".\n\n");
    page.append("| Column | PostgreSQL | H2 | Null | Meaning |\n| --- | --- | --- | --- | --- |\n");
    Map<String, Column> other = columns(h2, table);
    for (var column : columns(postgres, table).entrySet()) {
      Column in = column.getValue();
      page.append("| `").append(column.getKey()).append("` | ").append(in.type).append(" | ");
      Column there = other.get(column.getKey());
      page.append(there == null ? "–" : there.type)
          .append(" | ")
          .append(in.nullable ? "yes" : "")
          .append(" | ");
      page.append(in.comment).append(" |\n");
    }
    page.append("\nUnique: ").append(String.join("; ", unique(postgres, table))).append(".\n");
  }

  private static String comment(Connection connection, String table) throws SQLException {
    try (ResultSet rows =
        connection.getMetaData().getTables(null, connection.getSchema(), table, null)) {
      rows.next();
      return rows.getString("REMARKS");
    }
  }

  private static Map<String, Column> columns(Connection connection, String table)
      throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    Map<String, Column> columns = new LinkedHashMap<>();
    try (ResultSet rows =
        meta.getColumns(null, connection.getSchema(), stored(meta, table), null)) {
      while (rows.next()) {
        String type = rows.getString("TYPE_NAME").toLowerCase(Locale.ROOT);
        boolean sized =
            type.equals("varchar")
                || type.startsWith("character varying")
                || type.contains("binary v");
        String remarks = rows.getString("REMARKS");
        columns.put(
            rows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT),
            new Column(
                sized ? type + "(" + rows.getInt("COLUMN_SIZE") + ")" : type,
                rows.getString("IS_NULLABLE").equals("YES"),
                remarks == null ? "" : remarks));
      }
    }
    return columns;
  }

  private static List<String> unique(Connection connection, String table) throws SQLException {
    Map<String, List<String>> indexes = new TreeMap<>();
    DatabaseMetaData meta = connection.getMetaData();
    try (ResultSet rows =
        meta.getIndexInfo(null, connection.getSchema(), stored(meta, table), true, true)) {
      while (rows.next()) {
        indexes
            .computeIfAbsent(rows.getString("INDEX_NAME"), name -> new ArrayList<>())
            .add(rows.getString("COLUMN_NAME").replaceAll("\\s+", " "));
      }
    }
    return indexes.values().stream()
        .map(columns -> "(" + String.join(", ", columns) + ")")
        .sorted()
        .toList();
  }

  private static String stored(DatabaseMetaData meta, String table) throws SQLException {
    return meta.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
  }

  private record Column(String type, boolean nullable, String comment) {}
}
