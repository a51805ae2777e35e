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
      return open(PostgresServer.get().newDatabase(), connections);
    }

    /** Copies one with the tables, which takes a third of the time. */
    @Override
    public TestDatabase withTables(int connections) {
      return open(PostgresServer.get().newDatabaseWithTables(), connections);
    }

    private static TestDatabase open(PostgresServer server, int connections) {
      return TestDatabase.open(server.url(), server.user(), server.password(), connections);
    }
  };

  private TestDatabase shared;

  public abstract TestDatabase empty(int connections);

  /** A fresh one with the tables. */
  public TestDatabase withTables(int connections) {
    return empty(connections).withTables();
  }

  /** One with the tables; lasts as long as the JVM, so use a tenant of your own. */
  public synchronized TestDatabase shared() {
    if (shared == null) {
      shared = withTables(10);
    }
    return shared;
  }
}
