package dev.adk4j.benchmarks.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The one PostgreSQL and the one pool that all arms share: commits wait for the disk, as they do in
 * production, and full pages are left out of the write-ahead log, so that its bytes are those of
 * the statements and not of the last checkpoint's age.
 */
public final class BenchmarkDatabase implements AutoCloseable {

  private static final List<String> SETTINGS =
      List.of(
          "server_version",
          "fsync",
          "synchronous_commit",
          "full_page_writes",
          "wal_level",
          "shared_buffers",
          "autovacuum");

  private final EmbeddedPostgres server;
  private final HikariDataSource pool;
  private final JdbcTemplate jdbc;

  private BenchmarkDatabase(EmbeddedPostgres server, HikariDataSource pool) {
    this.server = server;
    this.pool = pool;
    this.jdbc = new JdbcTemplate(pool);
  }

  public static BenchmarkDatabase start(int connections) throws IOException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "off")
            .setServerConfig("shared_preload_libraries", "pg_stat_statements")
            .setPGStartupWait(Duration.ofMinutes(2))
            .start();
    HikariConfig config = new HikariConfig();
    // The flag makes the peer that inserts a whole history faster; the others send no batches.
    config.setJdbcUrl(url(server) + "?reWriteBatchedInserts=true");
    config.setUsername("postgres");
    config.setPassword("postgres");
    config.setMaximumPoolSize(connections);
    // A connection that is opened or looked at says something to the server: not while turns are
    // weighed.
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    HikariDataSource pool = new HikariDataSource(config);
    fill(pool);
    BenchmarkDatabase database = new BenchmarkDatabase(server, pool);
    database.jdbc.execute("create extension pg_stat_statements");
    database.jdbc.execute("create extension pg_walinspect");
    return database;
  }

  /** The pool opens its connections in the background, in its own time; now all are there. */
  private static void fill(HikariDataSource pool) throws IOException {
    List<Connection> all = new ArrayList<>();
    try {
      try {
        for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
          all.add(pool.getConnection());
        }
      } finally {
        for (Connection connection : all) {
          connection.close();
        }
      }
    } catch (SQLException e) {
      throw new IOException("the pool cannot be filled", e);
    }
  }

  private static String url(EmbeddedPostgres server) {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
  }

  /** For processes of their own. */
  public String url() {
    return url(server);
  }

  HikariDataSource dataSource() {
    return pool;
  }

  JdbcTemplate jdbc() {
    return jdbc;
  }

  /** A column of texts, none of them null. */
  List<String> texts(String sql, Object... arguments) {
    return jdbc.query(sql, (row, i) -> row.getString(1), arguments);
  }

  /** Where the write-ahead log ends. */
  String logPosition() {
    return Objects.requireNonNull(
        jdbc.queryForObject("select pg_current_wal_insert_lsn()::text", String.class));
  }

  /**
   * What was logged between two positions: without images of full pages, and without what the
   * server logs for itself (checkpoints and the state of standby servers).
   */
  long logBytes(String from, String to) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            "select coalesce(sum(record_size), 0)::bigint from pg_get_wal_stats(?::pg_lsn, ?::pg_lsn)"
                + " where \"resource_manager/record_type\" not in ('XLOG', 'Standby')",
            Long.class,
            from,
            to));
  }

  /** Autovacuum writes to the log whenever it likes: not while turns are weighed. */
  void quietly(Work work) throws Exception {
    jdbc.execute("alter system set autovacuum = off");
    jdbc.execute("select pg_reload_conf()");
    settle();
    try {
      work.run();
    } finally {
      jdbc.execute("alter system reset autovacuum");
      jdbc.execute("select pg_reload_conf()");
    }
  }

  interface Work {
    void run() throws Exception;
  }

  void forgetStatements() {
    jdbc.execute("select pg_stat_statements_reset()");
  }

  /** What the server executed since then, which no driver and no proxy can beautify. */
  StatementCounts statements(int turns) {
    return StatementCounts.read(jdbc, turns);
  }

  /** Brings tables and statistics into the state of a database that has been running for long. */
  void settle() {
    jdbc.execute("vacuum analyze");
    jdbc.execute("checkpoint");
  }

  /** The settings that decide about durability and size. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : SETTINGS) {
      settings.put(name, String.valueOf(jdbc.queryForObject("show " + name, String.class)));
    }
    settings.put("pool", "HikariCP, " + pool.getMaximumPoolSize() + " connections");
    return settings;
  }

  @Override
  public void close() throws IOException {
    pool.close();
    server.close();
  }
}
