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

/** Tables and columns that the module's statements need. */
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

  /** Reads all tables with the prefix in one query, because application startup waits for it. */
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
        columns("tenant conversation subject last_seq created_at last_activity_at"));
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
        columns(
            """
            tenant conversation content_id kind id current_id chunk_size byte_length line_count
            created_at completed_at replaced_at subject checked_at"""));
    tables.put(Names.BLOB_CHUNK, columns("tenant conversation content_id n lines_before data"));
    tables.put(
        Names.GATE,
        columns(
            """
            tenant ref conversation subject turn_id gate_id gate_key open_key reason payload
            has_schema tool tool_checksum tool_call_id node openings refusals foreign_refusals
            state undecided opened_at asked_at deadline_at settled_at decision_id delivered_at
            previous"""));
    tables.put(
        "adk_gate_decision",
        columns(
            """
            tenant id ref kind refusal detail actor actor_tenant authorities channel decided_at
            answer answer_kept edited remark tool tool_checksum tool_node tool_started_at
            tool_ended_at tool_outcome"""));
    tables.put("adk_gate_node", columns("node seen_at"));
    tables.put(
        Names.WAITING_TURN,
        columns(
            """
            tenant turn_id conversation subject state phase iteration token attempt node
            lease_until results memo answer_id answer error created_at updated_at input
            request_key fingerprint lane accepted mail_sent mail_read stop_requested priority"""));
    tables.put(
        "adk_waiting_call",
        columns(
            """
            tenant turn_id ordinal id provider_id tool args payload replay_compatibility problem
            gate_ref started_at iteration done_at"""));
    tables.put(
        "adk_turn_inbox", columns("tenant turn_id n request_key fingerprint message created_at"));
    tables.put(
        Names.MEMORY_CONVERSATION,
        columns("tenant scope_key subject conversation next_seq created_at last_activity_at"));
    tables.put(
        Names.MEMORY_JOURNAL,
        columns("tenant scope_key seq message_id role parts metadata created_at captured_at"));
    tables.put(
        "adk_memory_cursor",
        columns(
            """
            tenant scope_key store_name saved_seq requests begun requested_at last_attempt_at
            failures probe_count last_error lease_token lease_until"""));
    tables.put("adk_memory_trigger", columns("tenant scope_key store_name trigger_key fired"));
    tables.put("adk_memory_turn", columns("tenant scope_key turn_id opened_at closed_at"));
    tables.put(
        "adk_memory_staged_fact",
        columns("tenant scope_key store_name ordinal last_seq fact_key content metadata"));
    tables.put(
        "adk_memory_set_aside",
        columns("tenant scope_key store_name item seq fact error set_aside_at"));
    tables.put("adk_memory_lease", columns("name node lease_until"));
    tables.put(
        Names.MEMORY_RECORD,
        columns(
            """
            tenant subject store_name ordinal id content content_hash write_hash terms metadata
            origin turn_id created_at updated_at version"""));
    tables.put(
        Names.BUDGET,
        columns("tenant level owner period generations tokens cost created_at updated_at"));
    tables.put(
        Names.SUMMARY,
        columns("tenant conversation summary covered_through created_at updated_at"));
    tables.put(Names.RATE, columns("tenant subject limit_name ends_at taken"));
    tables.put(
        Names.TASK,
        columns(
            """
            task_name task_instance task_data execution_time picked picked_by last_success
            last_failure consecutive_failures last_heartbeat version woken priority"""));
    tables.put(
        Names.SCHEDULE,
        columns(
            """
            tenant conversation name subject cron zone missed paused next_at input memo
            fingerprint"""));
    tables.put(Names.TURN_EVENT, columns("tenant turn_id seq last_seq data"));
    return tables;
  }

  private static List<String> columns(String names) {
    return List.of(names.split("\\s+"));
  }
}
