package dev.adk4j.boot.protocol;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;

/** Two nodes over one database; what the first accepts runs there unless the second is faster. */
final class DurableNodes implements AutoCloseable {

  final TestDatabase database;
  final ProtocolsScene first;
  final ProtocolsScene second;

  DurableNodes(DatabaseKind kind, String... properties) {
    this.database = kind.empty(2);
    this.first = ProtocolsScene.node(database, properties);
    this.second = ProtocolsScene.node(database, properties);
    // a turn that waits may run at one node, and the one that says go at the other
    second.script().waits = first.script().waits;
  }

  @Override
  public void close() {
    second.close();
    first.close();
    database.close();
  }
}
