package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.internal.Inserts;
import dev.adk4j.jdbc.internal.Inserts.Value;
import java.util.Collections;
import java.util.List;

/** SQL that differs between the databases. */
final class Sql {

  private final StorageConnections connections;

  /** Expression for the database's time in milliseconds. Leases use no other clock. */
  final String now;

  Sql(StorageConnections connections) {
    this.connections = connections;
    this.now =
        connections.isPostgres()
            ? "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
            : "cast(extract(epoch from current_timestamp) * 1000 as bigint)";
  }

  StorageConnections connections() {
    return connections;
  }

  String table(String name) {
    return connections.table(name);
  }

  /** Returns a list of placeholders in parentheses. */
  static String in(int count) {
    return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
  }

  /**
   * Returns an insert that does nothing if the key exists.
   *
   * @param keys columns of the key, whose values are the first parameters
   * @param others other columns
   */
  String insertIfAbsent(String table, List<String> keys, Value... others) {
    return Inserts.ifAbsent(connections.isPostgres(), table(table), keys, List.of(others));
  }
}
