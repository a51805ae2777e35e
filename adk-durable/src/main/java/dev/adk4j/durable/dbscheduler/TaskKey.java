package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.TurnQueue.Turn;

/**
 * Encodes a turn in the scheduler's single name column: the id, a space, the tenant. Callers may
 * choose turn ids; a space within an id is escaped, so two turns never have the same name. The
 * eraser of {@code adk-jdbc-storage} builds the same name in SQL.
 */
final class TaskKey {

  private TaskKey() {}

  static String of(Turn turn) {
    String id = StorageConnections.key(turn.turnId(), "$.turnId");
    String tenant = StorageConnections.key(turn.tenant(), "$.tenant");
    return id.replace("%", "%25").replace(" ", "%20") + " " + tenant;
  }

  static Turn turn(String key) {
    return new Turn(TextEscape.unescape(tenant(key)), TextEscape.unescape(turnId(key)));
  }

  /** Returns the stored form of the turn's id. */
  static String turnId(String key) {
    return key.substring(0, key.indexOf(' ')).replace("%20", " ").replace("%25", "%");
  }

  /** Returns the stored form of the turn's tenant. */
  static String tenant(String key) {
    return key.substring(key.indexOf(' ') + 1);
  }
}
