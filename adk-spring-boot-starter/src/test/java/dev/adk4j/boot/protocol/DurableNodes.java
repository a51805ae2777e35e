package dev.adk4j.boot.protocol;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;

/** Two nodes over one database; the second runs nothing that the first accepts. */
final class DurableNodes implements AutoCloseable {

  final TestDatabase database;
  final ProtocolsScene first;
  final ProtocolsScene second;

  DurableNodes(DatabaseKind kind, String... properties) {
    this.database = kind.empty(2);
    this.first = ProtocolsScene.node(database, properties);
    this.second = ProtocolsScene.node(database, properties);
  }

  @Override
  public void close() {
    second.close();
    first.close();
    database.close();
  }
}
