package dev.adk4j.benchmarks.vector;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL with pgvector: the one that {@code ADK_TEST_PGVECTOR_URL} names, else PGlite from
 * {@code test-tools}, which has one session for all and so gets one connection.
 */
record PgVectorServer(String kind, HikariDataSource dataSource, @Nullable Process process)
    implements AutoCloseable {

  /** Empty where there is neither. */
  static Optional<PgVectorServer> start() throws IOException {
    String url = System.getenv("ADK_TEST_PGVECTOR_URL");
    if (url != null) {
      return Optional.of(
          new PgVectorServer("the server at ADK_TEST_PGVECTOR_URL", pool(url), null));
    }
    Path tools = tools();
    if (tools == null) {
      return Optional.empty();
    }
    Process server =
        new ProcessBuilder("node", tools.resolve("pgvector-server.mjs").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null || !line.startsWith("PORT ")) {
      server.destroy();
      throw new IllegalStateException("PGlite did not start: " + line);
    }
    return Optional.of(
        new PgVectorServer(
            "PGlite, PostgreSQL compiled to WebAssembly",
            pool(
                "jdbc:postgresql://127.0.0.1:"
                    + line.substring(5)
                    + "/postgres?sslmode=disable&prepareThreshold=0"),
            server));
  }

  private static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(1);
    if (!url.contains("user=")) {
      config.setUsername("postgres");
      config.setPassword("postgres");
    }
    return new HikariDataSource(config);
  }

  private static @Nullable Path tools() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path tools = at.resolve("test-tools");
      if (Files.isDirectory(tools.resolve("node_modules"))) {
        return tools;
      }
    }
    return null;
  }

  @Override
  public void close() {
    dataSource.close();
    if (process != null) {
      process.destroy();
    }
  }
}
