package dev.adk4j.benchmarks.kill;

import com.zaxxer.hikari.HikariDataSource;
import dev.adk4j.benchmarks.JavaProcess;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Runs the same turns with each library on three processes, calmly and under {@code kill -9}, and
 * prints what became of them. {@code scripts/peers-under-kills.sh} starts it.
 */
public final class KillRun {

  private static final int NODES = 3;
  private static final int CALM_TURNS = 100;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final EmbeddedPostgres server;
  private final KillArms arm;
  private final String database;
  private final String ledger;
  private int kills;

  private KillRun(EmbeddedPostgres server, KillArms arm, String name) {
    this.server = server;
    this.arm = arm;
    this.database = createDatabase(name);
    this.ledger = createDatabase(name + "_ledger");
  }

  /**
   * @param args turns, seconds between two kills, names of {@link KillArms} or nothing for all
   */
  public static void main(String[] args) throws Exception {
    int turns = Integer.parseInt(args[0]);
    Duration between = Duration.ofSeconds(Long.parseLong(args[1]));
    List<String> names = List.of(args).subList(2, args.length);
    try (EmbeddedPostgres server = start()) {
      List<KillArms> arms = new ArrayList<>();
      for (KillArms arm : KillArms.values()) {
        if (names.isEmpty() || names.contains(arm.name())) {
          arms.add(arm);
        }
      }
      System.out.println("Nobody is killed:\n\n" + KillResult.HEAD);
      for (KillArms arm : arms) {
        KillResult calm = new KillRun(server, arm, "calm_" + arm).run(CALM_TURNS, Duration.ZERO);
        System.out.println(calm.row());
        if (!calm.isExact()) {
          throw new IllegalStateException(arm.title + " is not exact even without kills");
        }
      }
      System.out.println(
          "\nOne of three is killed every " + between.toSeconds() + " s:\n\n" + KillResult.HEAD);
      for (KillArms arm : arms) {
        System.out.println(new KillRun(server, arm, "kill_" + arm).run(turns, between).row());
      }
    }
  }

  private static EmbeddedPostgres start() throws IOException {
    return EmbeddedPostgres.builder()
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("max_connections", "200")
        .setServerConfig("shared_preload_libraries", "pg_stat_statements")
        .setPGStartupWait(Duration.ofMinutes(2))
        .start();
  }

  private KillResult run(int turns, Duration between) throws Exception {
    List<Process> nodes = new ArrayList<>();
    try (HikariDataSource main = KillNode.pool(database, 4);
        HikariDataSource other = KillNode.pool(ledger, 2);
        KillArm door = arm.open(main, new JdbcTemplate(other))) {
      JdbcTemplate jdbc = new JdbcTemplate(main);
      Ledger book = arm.ledger(new JdbcTemplate(other));
      book.createTable();
      door.createTables();
      jdbc.execute("create extension pg_stat_statements");
      for (int i = 0; i < NODES; i++) {
        nodes.add(node());
      }
      for (Process node : nodes) {
        awaitReady(node);
      }
      jdbc.execute("select pg_stat_statements_reset()");
      long begin = System.nanoTime();
      for (int i = 0; i < turns; i++) {
        door.accept("t-" + i);
      }
      killUntilDone(door, nodes, between);
      double seconds = (System.nanoTime() - begin) / 1e9;
      return result(jdbc, door, book, turns, seconds);
    } finally {
      nodes.forEach(Process::destroyForcibly);
    }
  }

  private void killUntilDone(KillArm door, List<Process> nodes, Duration between) throws Exception {
    long next = System.nanoTime() + between.toNanos();
    while (door.open() > 0) {
      if (!between.isZero() && System.nanoTime() > next) {
        int victim = kills++ % NODES;
        nodes.get(victim).destroyForcibly().waitFor();
        Process fresh = node();
        nodes.set(victim, fresh);
        // a machine that needs longer than that for a start would never come to an end
        awaitReady(fresh);
        next = Math.max(next + between.toNanos(), System.nanoTime());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private KillResult result(
      JdbcTemplate jdbc, KillArm door, Ledger book, int turns, double seconds) {
    int unanswered = 0;
    int broken = 0;
    for (int i = 0; i < turns; i++) {
      String history = door.history("t-" + i);
      if (!history.endsWith("A")) {
        unanswered++;
      } else if (!door.wholeHistories().contains(history)) {
        broken++;
      }
    }
    return new KillResult(
        arm.title,
        turns,
        kills,
        book.doubled(),
        Math.max(0, book.missing(turns) - door.unknown()),
        door.unknown(),
        unanswered,
        broken,
        statements(jdbc, "not ilike 'select%'") / turns,
        statements(jdbc, "ilike 'select%'") / turns,
        seconds);
  }

  /** The statements of this arm's database, those of transactions left out. */
  private static double statements(JdbcTemplate jdbc, String kind) {
    Double calls =
        jdbc.queryForObject(
            """
            select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database() and ltrim(query) %s
              and query !~* '^\\s*(begin|commit|rollback|set|show|create|savepoint|release)'
              and query not like '%%pg_stat_statements%%'"""
                .formatted(kind),
            Double.class);
    return calls == null ? 0 : calls;
  }

  private Process node() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            JavaProcess.classPath(),
            KillNode.class.getName(),
            arm.name(),
            database,
            ledger)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void awaitReady(Process node) throws IOException {
    BufferedReader output = node.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals(KillNode.READY)) {
        Thread.startVirtualThread(() -> discard(node));
        return;
      }
    }
    throw new IllegalStateException("a node ended before it was ready");
  }

  /** A process whose output nobody reads stands still when the pipe is full. */
  private static void discard(Process node) {
    try {
      node.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // it was killed
    }
  }

  private String createDatabase(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    new JdbcTemplate(server.getPostgresDatabase()).execute("create database " + lower);
    return "jdbc:postgresql://localhost:" + server.getPort() + "/" + lower;
  }
}
