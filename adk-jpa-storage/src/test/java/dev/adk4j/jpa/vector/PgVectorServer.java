package dev.adk4j.jpa.vector;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import dev.adk4j.jpa.RoundTrips;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A PostgreSQL with pgvector: the one that {@code ADK_TEST_PGVECTOR_URL} names, else PGlite from
 * {@code test-tools}, which has one session for all and so gets one connection. Without either the
 * tests are skipped, and fail where {@code CI} is true.
 */
final class PgVectorServer {

  private static final String URL = System.getenv("ADK_TEST_PGVECTOR_URL");

  private static DataSource dataSource;

  private PgVectorServer() {}

  static synchronized DataSource dataSource() {
    if (dataSource == null) {
      dataSource = URL != null ? pool(URL, 4) : pool(startPglite(), 1);
    }
    return dataSource;
  }

  private static DataSource pool(String url, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(size);
    if (!url.contains("user=")) {
      config.setUsername("postgres");
      config.setPassword("postgres");
    }
    config.setConnectionTimeout(120_000);
    return RoundTrips.pool(config);
  }

  private static String startPglite() {
    Optional<Path> tools = tools();
    String message =
        "No pgvector: set ADK_TEST_PGVECTOR_URL, or run 'npm ci --prefix test-tools' in the repository root.";
    if (tools.isEmpty() && "true".equals(System.getenv("CI"))) {
      throw new IllegalStateException(message);
    }
    assumeTrue(tools.isPresent(), message);
    try {
      Process server =
          new ProcessBuilder("node", tools.get().resolve("pgvector-server.mjs").toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null || !line.startsWith("PORT ")) {
        throw new IllegalStateException("PGlite did not start: " + line);
      }
      return "jdbc:postgresql://127.0.0.1:"
          + line.substring(5)
          + "/postgres?sslmode=disable&prepareThreshold=0";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> tools() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path tools = at.resolve("test-tools");
      if (Files.isDirectory(tools.resolve("node_modules"))) {
        return Optional.of(tools);
      }
    }
    return Optional.empty();
  }
}
