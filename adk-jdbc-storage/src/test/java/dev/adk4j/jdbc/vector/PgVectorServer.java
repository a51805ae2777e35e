package dev.adk4j.jdbc.vector;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import dev.adk4j.jdbc.PostgresServer;
import dev.adk4j.jdbc.RoundTrips;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Servers with pgvector. A real one is what {@code ADK_TEST_PGVECTOR_URL} names, else a container,
 * else what {@code start.sh} in a folder {@code shared/pgvector} beside the repository starts. The
 * other one is PGlite from {@code test-tools}, which has one session for all and so gets one
 * connection: right for results, wrong for times. It is used only if there is no real server.
 * Without either of them the tests are skipped, or fail if {@code CI} is true.
 */
final class PgVectorServer {

  private static final String URL = System.getenv("ADK_TEST_PGVECTOR_URL");

  private static @Nullable DataSource pglite;
  private static @Nullable Optional<DataSource> real;

  private PgVectorServer() {}

  static synchronized DataSource pglite() {
    assumeTrue(findReal().isEmpty(), "A real server runs these tests.");
    if (pglite == null) {
      pglite = pool(startPglite(), 1, null);
    }
    return pglite;
  }

  static synchronized DataSource real() {
    Optional<DataSource> found = findReal();
    assumeTrue(
        found.isPresent(),
        "No real server with pgvector: set ADK_TEST_PGVECTOR_URL, or install Docker.");
    return found.get();
  }

  private static Optional<DataSource> findReal() {
    if (real == null) {
      // a plan that an index is forced into is costly by its numbers alone: compiling it takes
      // seconds
      real = realUrl().map(url -> pool(url, 4, "-c jit=off"));
    }
    return real;
  }

  private static Optional<String> realUrl() {
    if (URL != null) {
      return Optional.of(URL);
    }
    if (!"embedded".equals(System.getenv("ADK_TEST_PG")) && PostgresServer.dockerAvailable()) {
      return Optional.of(startContainer());
    }
    return find(Path.of("shared", "pgvector", "start.sh")).map(PgVectorServer::startByScript);
  }

  private static String startContainer() {
    @SuppressWarnings("resource") // ends with this process
    PostgreSQLContainer container =
        new PostgreSQLContainer(
            DockerImageName.parse("pgvector/pgvector:pg18").asCompatibleSubstituteFor("postgres"));
    container.start();
    return container.getJdbcUrl()
        + "&user="
        + container.getUsername()
        + "&password="
        + container.getPassword();
  }

  /** The script prints the address last, and stops the server by the folder of its data. */
  private static String startByScript(Path script) {
    try (ServerSocket free = new ServerSocket(0)) {
      // Not below the repository: the server's own user cannot look into somebody's home.
      Path folder = Files.createTempDirectory("adk-pgvector");
      int port = free.getLocalPort();
      free.close();
      Path log = folder.resolve("start.log");
      Process process =
          new ProcessBuilder("bash", script.toString(), folder.toString(), String.valueOf(port))
              .redirectError(log.toFile())
              .start();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IllegalStateException("pgvector did not start: " + Files.readString(log));
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(script, folder)));
      return printed.substring(printed.lastIndexOf('\n') + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void stop(Path script, Path folder) {
    try {
      new ProcessBuilder("bash", script.toString(), "stop", folder.toString()).start().waitFor();
      FileSystemUtils.deleteRecursively(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static DataSource pool(String url, int size, @Nullable String options) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(size);
    if (options != null) {
      config.addDataSourceProperty("options", options);
    }
    if (!url.contains("user=")) {
      config.setUsername("postgres");
      config.setPassword("postgres");
    }
    config.setConnectionTimeout(120_000);
    return RoundTrips.pool(config);
  }

  private static String startPglite() {
    Optional<Path> tools = find(Path.of("test-tools", "node_modules")).map(Path::getParent);
    String message = "No PGlite: run 'npm ci --prefix test-tools' in the repository root.";
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

  /** In this folder, or in the nearest one above it that has such a thing. */
  private static Optional<Path> find(Path wanted) {
    return Stream.iterate(
            Path.of("").toAbsolutePath(),
            at -> at != null,
            at -> Objects.requireNonNull(at).getParent())
        .map(at -> at.resolve(wanted))
        .filter(Files::exists)
        .findFirst();
  }
}
