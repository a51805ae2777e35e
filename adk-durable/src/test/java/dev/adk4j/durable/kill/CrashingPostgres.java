package dev.adk4j.durable.kill;

import dev.adk4j.jdbc.TestDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A PostgreSQL of its own, which keeps what it commits when it is killed. */
final class CrashingPostgres implements AutoCloseable {

  private final EmbeddedPostgres server;
  private final TestDatabase database;

  CrashingPostgres(String name, int connections) throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofMinutes(2))
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("max_connections", "200")
            .start();
    try (TestDatabase admin = open("postgres", 1)) {
      if (!admin.query("show fsync").equals(List.of("on"))) {
        throw new IllegalStateException("fsync is not on");
      }
      admin.execute("create database " + name);
    }
    database = open(name, connections);
  }

  private TestDatabase open(String name, int connections) {
    return TestDatabase.open(
        "jdbc:postgresql://localhost:" + server.getPort() + "/" + name,
        "postgres",
        "postgres",
        connections);
  }

  TestDatabase database() {
    return database;
  }

  /** SIGKILL to its WAL writer: the server ends all its processes at once, and recovers. */
  void crash() {
    long pid =
        database.count("select pid from pg_stat_activity where backend_type = 'walwriter' limit 1");
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    database.close();
    server.close();
  }
}
