package dev.adk4j.jdbc;

import java.util.UUID;

/** The databases that every test of storage runs on. */
public enum DatabaseKind {
  H2 {
    @Override
    public TestDatabase empty(int connections) {
      return TestDatabase.open(
          "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "", connections);
    }
  },
  POSTGRES {
    @Override
    public TestDatabase empty(int connections) {
      PostgresServer server = PostgresServer.get().newDatabase();
      return TestDatabase.open(server.url(), server.user(), server.password(), connections);
    }
  };

  private TestDatabase shared;

  public abstract TestDatabase empty(int connections);

  /** One with the tables; lasts as long as the JVM, so use a tenant of your own. */
  public synchronized TestDatabase shared() {
    if (shared == null) {
      shared = empty(10).withTables();
    }
    return shared;
  }
}
