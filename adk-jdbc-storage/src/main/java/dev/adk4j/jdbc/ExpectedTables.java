package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
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

  /** A table and its columns in each line. */
  private static final String OTHERS =
      """
      adk_blob tenant conversation content_id kind id current_id chunk_size byte_length line_count \
      created_at completed_at replaced_at subject checked_at
      adk_blob_chunk tenant conversation content_id n lines_before data
      adk_gate tenant ref conversation subject turn_id gate_id gate_key open_key reason payload \
      has_schema tool tool_checksum tool_call_id node openings refusals foreign_refusals state \
      undecided opened_at asked_at deadline_at settled_at decision_id delivered_at previous
      adk_gate_decision tenant id ref kind refusal detail actor actor_tenant authorities channel \
      decided_at answer answer_kept edited remark tool tool_checksum tool_node tool_started_at \
      tool_ended_at tool_outcome
      adk_gate_node node seen_at
      adk_waiting_turn tenant turn_id conversation subject state phase iteration token attempt \
      node lease_until results memo answer_id answer error created_at updated_at input \
      request_key fingerprint lane accepted mail_sent mail_read stop_requested priority
      adk_waiting_call tenant turn_id ordinal id provider_id tool args payload \
      replay_compatibility problem gate_ref started_at iteration done_at
      adk_turn_inbox tenant turn_id n request_key fingerprint message created_at
      adk_memory_conversation tenant scope_key subject conversation next_seq created_at \
      last_activity_at
      adk_memory_journal tenant scope_key seq message_id role parts metadata created_at captured_at
      adk_memory_cursor tenant scope_key store_name saved_seq requests begun requested_at \
      last_attempt_at failures probe_count last_error lease_token lease_until
      adk_memory_trigger tenant scope_key store_name trigger_key fired
      adk_memory_turn tenant scope_key turn_id opened_at closed_at
      adk_memory_staged_fact tenant scope_key store_name ordinal last_seq fact_key content metadata
      adk_memory_set_aside tenant scope_key store_name item seq fact error set_aside_at
      adk_memory_lease name node lease_until
      adk_memory_record tenant subject store_name ordinal id content content_hash write_hash terms \
      metadata origin turn_id created_at updated_at version
      adk_budget tenant level owner period generations tokens cost created_at updated_at
      adk_summary tenant conversation summary covered_through created_at updated_at
      adk_rate tenant subject limit_name ends_at taken
      adk_task task_name task_instance task_data execution_time picked picked_by last_success \
      last_failure consecutive_failures last_heartbeat version woken priority
      adk_schedule tenant conversation name subject cron zone missed paused next_at input memo \
      fingerprint
      adk_turn_event tenant turn_id seq last_seq data
      """;

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
  static List<String> missing(Connection connection, Dialect dialect) throws SQLException {
    Map<String, Set<String>> present = columnsByTable(connection, dialect);
    List<String> missing = new ArrayList<>();
    for (var expected : TABLES.entrySet()) {
      String table = dialect.names.plain(expected.getKey());
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
  private static Map<String, Set<String>> columnsByTable(Connection connection, Dialect dialect)
      throws SQLException {
    Map<String, Set<String>> columns = new HashMap<>();
    Statements.on(connection)
        .query(
            row ->
                columns
                    .computeIfAbsent(
                        row.getString(1).toLowerCase(Locale.ROOT), table -> new HashSet<>())
                    .add(row.getString(2).toLowerCase(Locale.ROOT)),
            dialect.columnsSql(),
            dialect.folded(dialect.names.plain("adk_")).replace("_", "\\_") + "%");
    return columns;
  }

  private static Map<String, List<String>> tables() {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    add(
        tables,
        "adk_conversation tenant conversation subject last_seq created_at last_activity_at");
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
    OTHERS.lines().forEach(line -> add(tables, line));
    return tables;
  }

  private static void add(Map<String, List<String>> tables, String line) {
    List<String> names = List.of(line.split(" "));
    tables.put(names.getFirst(), names.subList(1, names.size()));
  }
}
