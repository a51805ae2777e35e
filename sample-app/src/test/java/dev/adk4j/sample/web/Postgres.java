package dev.adk4j.sample.web;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A fresh PostgreSQL database: on the server that ADK_TEST_PG_URL names, else on an embedded one.
 */
public record Postgres(
    String url, String user, String password, @Nullable EmbeddedPostgres embedded)
    implements AutoCloseable {

  public static Postgres start() throws IOException, SQLException {
    String given = System.getenv("ADK_TEST_PG_URL");
    if (given == null || "embedded".equals(System.getenv("ADK_TEST_PG"))) {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "off")
              .setPGStartupWait(Duration.ofMinutes(2))
              .start();
      String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
      return new Postgres(url, "postgres", "postgres", server);
    }
    String user = System.getenv().getOrDefault("ADK_TEST_PG_USER", "postgres");
    String password = System.getenv().getOrDefault("ADK_TEST_PG_PASSWORD", "postgres");
    String name = "sample_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = DriverManager.getConnection(given, user, password);
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    return new Postgres(
        given.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"), user, password, null);
  }

  @Override
  public void close() throws IOException {
    if (embedded != null) {
      embedded.close();
    }
  }
}
