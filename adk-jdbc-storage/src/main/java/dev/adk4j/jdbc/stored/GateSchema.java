package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Names and rules that all statements on gates share.
 *
 * @param gate table of gates
 * @param decision table of attempts to settle them
 * @param node table of processes
 * @param now expression for the database's time in milliseconds
 */
record GateSchema(
    boolean postgres,
    String gate,
    String decision,
    String node,
    String now,
    JdbcGateOptions options) {

  static GateSchema of(StorageConnections connections, JdbcGateOptions options) {
    boolean postgres = connections.isPostgres();
    return new GateSchema(
        postgres,
        connections.table("adk_gate"),
        connections.table("adk_gate_decision"),
        connections.table("adk_gate_node"),
        "cast(floor(extract(epoch from "
            + (postgres ? "clock_timestamp()" : "current_timestamp(3)")
            + ") * 1000) as bigint)",
        options);
  }

  /** Returns a text in its stored form, in which policies compare it. */
  static @Nullable String stored(@Nullable String text) {
    return text == null ? null : TextEscape.escape(text);
  }

  static @Nullable String json(@Nullable JsonValue value) {
    return value == null ? null : TextEscape.escape(value.text());
  }

  /** Returns a text in its stored form; null if content is not stored. */
  @Nullable String content(@Nullable String text) {
    return options.keepContent() ? stored(text) : null;
  }

  /** Returns the expression for the time after which a living process must have been seen. */
  String aliveSince() {
    return now + " - " + options.deadAfter().toMillis();
  }
}
