package dev.adk4j.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * One PostgreSQL for all tests of this JVM: the server that ADK_TEST_PG_URL names, else a container
 * where there is Docker, else the embedded one. ADK_TEST_PG=url|docker|embedded forces one.
 */
public record PostgresServer(String kind, String url, String user, String password) {

  private static final class Holder {
    static final PostgresServer SERVER = start();
  }

  private static final class Template {
    static final String NAME = create();

    private static String create() {
      PostgresServer server = get().newDatabase();
      try (TestDatabase database =
          TestDatabase.open(server.url(), server.user(), server.password(), 1)) {
        database.withTables();
        return database.query("select current_database()").getFirst();
      }
    }
  }

  public static PostgresServer get() {
    return Holder.SERVER;
  }

  /** A fresh, empty database. */
  public PostgresServer newDatabase() {
    return copyOf("template1");
  }

  /** A fresh database with the tables as they are by default. */
  PostgresServer newDatabaseWithTables() {
    return copyOf(Template.NAME);
  }

  private PostgresServer copyOf(String template) {
    String name = "adk_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name + " template " + template);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    int query = url.indexOf('?');
    String base = query < 0 ? url : url.substring(0, query);
    String rest = query < 0 ? "" : url.substring(query);
    return new PostgresServer(
        kind, base.substring(0, base.lastIndexOf('/') + 1) + name + rest, user, password);
  }

  private static PostgresServer start() {
    String url = System.getenv("ADK_TEST_PG_URL");
    String wanted = System.getenv("ADK_TEST_PG");
    String mode =
        wanted != null ? wanted : url != null ? "url" : dockerAvailable() ? "docker" : "embedded";
    PostgresServer server =
        switch (mode) {
          case "url" ->
              new PostgresServer("url", url, env("ADK_TEST_PG_USER"), env("ADK_TEST_PG_PASSWORD"));
          case "docker" -> docker();
          case "embedded" -> embedded();
          default -> throw new IllegalArgumentException("ADK_TEST_PG=" + mode);
        };
    System.out.println("PostgreSQL for tests: " + server.kind);
    return server;
  }

  private static PostgresServer embedded() {
    EmbeddedPostgres server = Embedded.start(0);
    String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
    return new PostgresServer("embedded", url, "postgres", "postgres");
  }

  @SuppressWarnings("resource") // removed with the JVM
  private static PostgresServer docker() {
    PostgreSQLContainer container = new PostgreSQLContainer("postgres:17");
    container.start();
    return new PostgresServer(
        "docker", container.getJdbcUrl(), container.getUsername(), container.getPassword());
  }

  public static boolean dockerAvailable() {
    try {
      return DockerClientFactory.instance().isDockerAvailable();
    } catch (RuntimeException | LinkageError e) {
      return false;
    }
  }

  private static String env(String name) {
    return System.getenv().getOrDefault(name, "postgres");
  }

  /** The embedded server, which can be stopped and started over the same data. */
  static final class Embedded {

    /**
     * A busy machine may take long to start it, and to write down all that is left when it ends.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static Path directory;
    private static EmbeddedPostgres running;

    private Embedded() {}

    private static EmbeddedPostgres start(int port) {
      try {
        if (directory == null) {
          directory = Files.createTempDirectory("adk-pg");
          Runtime.getRuntime().addShutdownHook(new Thread(Embedded::remove));
        }
        EmbeddedPostgres.Builder builder =
            EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("data").toFile())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(PATIENCE)
                .setServerConfig("fsync", "off");
        if (port > 0) {
          builder.setPort(port);
        }
        running = builder.start();
        return running;
      } catch (IOException e) {
        throw new UncheckedIOException("no Docker, and the embedded PostgreSQL did not start", e);
      }
    }

    /** Stops the server, cutting its connections; it is gone when this returns. */
    static void stop() throws IOException {
      // waits for five seconds only, and says nothing where that was too short
      running.close();
      Path alive = directory.resolve("data").resolve("postmaster.pid");
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (Files.exists(alive)) {
        if (System.nanoTime() - end > 0) {
          throw new IOException("The embedded PostgreSQL did not stop within " + PATIENCE);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }

    private static void kill() throws IOException {
      Path alive = directory.resolve("data").resolve("postmaster.pid");
      if (Files.exists(alive)) {
        ProcessHandle server =
            ProcessHandle.of(Long.parseLong(Files.readAllLines(alive).getFirst())).orElse(null);
        if (server != null) {
          List<ProcessHandle> all = Stream.concat(server.descendants(), Stream.of(server)).toList();
          all.forEach(ProcessHandle::destroyForcibly);
          all.forEach(process -> process.onExit().join());
        }
      }
    }

    /** Starts it again on the same port. */
    static void startAgain() {
      start(running.getPort());
    }

    /** Kills it, since nobody reads its files again: an orderly end would write all of them. */
    private static void remove() {
      try {
        kill();
        try (var files = Files.walk(directory)) {
          files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
      } catch (IOException | RuntimeException e) {
        System.err.println("The embedded PostgreSQL could not be removed: " + e);
      }
    }
  }
}
