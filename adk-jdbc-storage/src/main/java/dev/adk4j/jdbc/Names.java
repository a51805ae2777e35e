package dev.adk4j.jdbc;

import dev.adk4j.error.Violations;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of tables in statements, with the schema if one is configured. */
final class Names {

  private static final Pattern IDENTIFIER =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}|\"(?:[^\"\\x00]|\"\"){1,63}\"");

  static final String CONVERSATION = "adk_conversation";
  static final String BLOB = "adk_blob";
  static final String BLOB_CHUNK = "adk_blob_chunk";
  static final String GATE = "adk_gate";
  static final String GATE_DECISION = "adk_gate_decision";
  static final String MEMORY_CONVERSATION = "adk_memory_conversation";
  static final String MEMORY_JOURNAL = "adk_memory_journal";
  static final String MEMORY_RECORD = "adk_memory_record";
  static final String BUDGET = "adk_budget";
  static final String SUMMARY = "adk_summary";
  static final String RATE = "adk_rate";
  static final String WAITING_TURN = "adk_waiting_turn";
  static final String TASK = "adk_task";
  static final String TURN_EVENT = "adk_turn_event";
  static final String SCHEDULE = "adk_schedule";

  private static final String LOGICAL_PREFIX = "adk_";
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,29}");

  private final String schema;
  private final String tablePrefix;

  Names(@Nullable String schema, String tablePrefix) {
    this.schema = schema == null ? "" : schema + ".";
    this.tablePrefix = tablePrefix;
  }

  /** Checks that a schema's name is an SQL identifier, because it becomes part of statements. */
  static void checkSchema(@Nullable String schema) {
    Violations.require(
        schema == null || IDENTIFIER.matcher(schema).matches(),
        "$.schema",
        "pattern",
        "must be a letter or _ followed by at most 62 letters, digits or _, or any name of at"
            + " most 63 characters in double quotes");
  }

  /** Returns the name inside quotes; null for a name without quotes, which the database folds. */
  static @Nullable String unquoted(String schema) {
    return schema.startsWith("\"")
        ? schema.substring(1, schema.length() - 1).replace("\"\"", "\"")
        : null;
  }

  /**
   * Checks that a table prefix is an SQL identifier and leaves room for the longest name of a table
   * or index.
   */
  static void checkTablePrefix(String tablePrefix) {
    Violations.require(
        PREFIX.matcher(tablePrefix).matches(),
        "$.tablePrefix",
        "pattern",
        "must be a letter or _ followed by at most 29 letters, digits or _");
  }

  /** Returns the name in statements of a table that is called {@code adk_…} in the code. */
  String of(String table) {
    return schema + plain(table);
  }

  /** Returns the name without the schema. */
  String plain(String table) {
    if (!table.startsWith(LOGICAL_PREFIX)) {
      throw new IllegalArgumentException(table);
    }
    return tablePrefix + table.substring(LOGICAL_PREFIX.length());
  }

  String of(RecordTable table) {
    return of(table.tableName());
  }
}
