package dev.adk4j.durable.gates;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Very many turns that wait at gates on one node: what they hold, and how soon they run again.
 * Prints the tables of docs/reports/durable-waiting.md; {@code scripts/durable-waiting.sh} starts
 * it.
 */
public final class WaitingAtGates implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(60);

  private final DataSource database;
  private final Phases phases;
  private final Map<String, Long> ran = new ConcurrentHashMap<>();
  private final ExecutorService people = Executors.newFixedThreadPool(8);
  private final WaitingNode door;
  private WaitingNode node;
  private int accepted;

  WaitingAtGates(DataSource database) {
    this.phases = new Phases(database);
    this.database = phases.dataSource();
    AdkSchema.of(database).apply(AdkSchemaMode.CREATE_IF_MISSING);
    this.door = new WaitingNode(this.database, false, turn -> {});
    this.node = node();
  }

  private WaitingNode node() {
    return new WaitingNode(database, true, turn -> ran.put(turn, System.nanoTime()));
  }

  /** Turns that wait now, of which nobody has settled the gate. */
  void accept(int turns) throws Exception {
    long before = count("select count(*) from adk_waiting_turn where state = 'waiting'");
    AtomicInteger next = new AtomicInteger(accepted);
    accepted += turns;
    int end = accepted;
    each(
        8,
        () -> {
          for (int n = next.getAndIncrement(); n < end; n = next.getAndIncrement()) {
            door.accept(n);
          }
        });
    await(
        () ->
            count("select count(*) from adk_waiting_turn where state = 'waiting'") == before + turns
                && count("select count(*) from adk_task where picked") == 0);
  }

  /**
   * Copies all rows of turns that wait, with ids and conversations of their own: to accept that
   * many takes long, and these go on as the others do.
   */
  void copy(int times) {
    String turn = query("select turn_id from adk_waiting_turn", row -> row.getString(1)).getFirst();
    String process = turn.substring(24);
    List<String> copies = new ArrayList<>();
    for (String table : bytes().keySet()) {
      List<String> columns =
          query(
              "select column_name, data_type from information_schema.columns where table_name = '"
                  + table
                  + "' and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position",
              row -> row.getString(1) + "|" + row.getString(2));
      List<String> names = columns.stream().map(c -> c.substring(0, c.indexOf('|'))).toList();
      List<String> values =
          columns.stream()
              .map(
                  c -> {
                    String name = c.substring(0, c.indexOf('|'));
                    return name.equals("conversation") || name.equals("lane")
                        ? name + " || '-' || k"
                        : c.contains("|text") || c.contains("|character")
                            ? "replace(" + name + ", '" + process + "', lpad(to_hex(k), 12, '0'))"
                            : name;
                  })
              .toList();
      copies.add(
          "insert into "
              + table
              + " ("
              + String.join(", ", names)
              + ") select "
              + String.join(", ", values)
              + " from "
              + table
              + ", generate_series(1, "
              + times
              + ") k order by k");
    }
    // the database knows how many rows there are, or it checks each key by reading all of them
    execute("analyze");
    // all or nothing: a turn without its gate would run
    execute("begin; " + String.join("; ", copies) + "; commit");
  }

  private void each(int threads, Runnable work) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(people.submit(work));
    }
    for (Future<?> one : all) {
      one.get();
    }
  }

  /** A gate that is open, and the turn that waits for it. */
  record Gate(String ref, String turn) {}

  List<Gate> gates(int most) {
    return query(
        "select ref, turn_id from adk_gate where state = 'open' order by ref limit " + most,
        row -> new Gate(row.getString(1), row.getString(2)));
  }

  /** Settles one gate after another; returns how long each turn took to run again, sorted. */
  List<Double> settleOneByOne(int gates, boolean here) {
    phases.forget();
    List<Double> all = new ArrayList<>();
    for (Gate gate : gates(gates)) {
      phases.begin();
      (here ? node : door).approve(gate.ref);
      long settled = System.nanoTime();
      await(() -> ran.containsKey(gate.turn));
      all.add(Math.max(0, (ran.get(gate.turn) - settled) / 1e6));
      phases.end(settled, ran.get(gate.turn));
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(WaitingNode.POLL.toNanos()));
    }
    return all.stream().sorted().toList();
  }

  /**
   * Settles many gates by eight threads; returns the seconds until all are settled, and all ran.
   */
  double[] settleAtOnce(int turns) throws Exception {
    List<Gate> gates = gates(turns);
    AtomicInteger next = new AtomicInteger();
    long began = System.nanoTime();
    each(
        8,
        () -> {
          for (int i = next.getAndIncrement(); i < gates.size(); i = next.getAndIncrement()) {
            (i % 2 == 0 ? node : door).approve(gates.get(i).ref);
          }
        });
    long settled = System.nanoTime();
    await(() -> gates.stream().allMatch(gate -> ran.containsKey(gate.turn)));
    return new double[] {(settled - began) / 1e9, (System.nanoTime() - began) / 1e9};
  }

  /** Settles each gate as soon as anybody can see it; returns how many turns sleep on. */
  long settleWhileTheyPark(int turns) throws Exception {
    int first = accepted;
    accepted += turns;
    int end = accepted;
    // before the first of them has a gate
    String last = query("select max(ref) from adk_gate", row -> row.getString(1)).getFirst();
    AtomicInteger next = new AtomicInteger(first);
    Map<String, Boolean> mine = new ConcurrentHashMap<>();
    List<Future<?>> accepting = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      accepting.add(
          people.submit(
              () -> {
                for (int n = next.getAndIncrement(); n < end; n = next.getAndIncrement()) {
                  mine.put(door.accept(n), true);
                }
              }));
    }
    int settled = 0;
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (settled < turns && System.nanoTime() < until) {
      List<Gate> fresh =
          query(
              "select ref, turn_id from adk_gate where state = 'open' and ref > '"
                  + last
                  + "' order by ref limit 50",
              row -> new Gate(row.getString(1), row.getString(2)));
      AtomicInteger one = new AtomicInteger();
      each(
          6,
          () -> {
            for (int i = one.getAndIncrement(); i < fresh.size(); i = one.getAndIncrement()) {
              (i % 2 == 0 ? node : door).approve(fresh.get(i).ref);
            }
          });
      settled += fresh.size();
    }
    for (Future<?> one : accepting) {
      one.get();
    }
    // until all have run, or nothing is left to run
    await(
        () ->
            ran.keySet().containsAll(mine.keySet())
                || count("select count(*) from adk_task where picked or execution_time <= now()")
                    == 0);
    LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    return mine.keySet().stream().filter(turn -> !ran.containsKey(turn)).count();
  }

  void restart() throws InterruptedException {
    node.close();
    node = node();
  }

  /** Platform and virtual threads of this process. */
  static long threads() throws IOException {
    Path dump = Files.createTempDirectory("threads").resolve("dump.json");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
    try (Stream<String> lines = Files.lines(dump)) {
      return lines.filter(line -> line.contains("\"tid\"")).count();
    } finally {
      Files.delete(dump);
    }
  }

  /** Megabytes after a collection. */
  static double heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }

  /** Bytes of each table with its indexes, and of its indexes alone. */
  Map<String, long[]> bytes() {
    Map<String, long[]> all = new LinkedHashMap<>();
    for (String table :
        List.of(
            "adk_waiting_turn",
            "adk_gate",
            "adk_task",
            "adk_waiting_call",
            "adk_message",
            "adk_conversation",
            "adk_turn_event")) {
      all.put(
          table,
          query(
                  "select pg_total_relation_size('"
                      + table
                      + "'), pg_indexes_size('"
                      + table
                      + "')",
                  row -> new long[] {row.getLong(1), row.getLong(2)})
              .getFirst());
    }
    return all;
  }

  /**
   * Bytes of a turn's content in each table: what people, the model and the tool's author wrote. A
   * gate's payload counts as content, since it is not stored where content is not kept; of it, the
   * checksum and the id of the call are {@code named}.
   */
  Map<String, Long> content() {
    String gate = "coalesce(pg_column_size(payload), 0)";
    Map<String, Long> all = new LinkedHashMap<>();
    Map.of(
            "adk_gate",
            gate,
            "adk_waiting_call",
            "pg_column_size(args)",
            "adk_message",
            "pg_column_size(content)")
        .forEach((table, size) -> all.put(table, count("select avg(" + size + ") from " + table)));
    return all;
  }

  /** Of the payload of a gate, the checksum and the id of its call with their names. */
  long named() {
    return count(
        "select avg(length(payload::json ->> 'checksum') + length(payload::json ->> 'toolCallId')"
            + " + length('\"checksum\":\"\",\"toolCallId\":\"\",')) from adk_gate");
  }

  void execute(String sql) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  <T> List<T> query(String sql, Reading<T> reading) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reading.of(rows));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  long count(String sql) {
    return query(sql, row -> row.getLong(1)).getFirst();
  }

  private static void await(BooleanSupplier done) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("nothing comes");
      }
      LockSupport.parkNanos(500_000);
    }
  }

  @Override
  public void close() throws InterruptedException {
    people.shutdownNow();
    node.close();
    door.close();
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static void say(String text, Object... args) {
    System.out.println(String.format(Locale.ROOT, text, args));
  }

  private void sayBytes(int turns, String when) {
    say("| %s | bytes a turn | of them indexes | of them content |", when);
    say("| --- | --- | --- | --- |");
    Map<String, Long> content = content();
    long all = 0;
    for (Map.Entry<String, long[]> each : bytes().entrySet()) {
      long[] size = each.getValue();
      long written = content.getOrDefault(each.getKey(), 0L);
      say("| %s | %d | %d | %d |", each.getKey(), size[0] / turns, size[1] / turns, written);
      all +=
          List.of("adk_waiting_turn", "adk_gate", "adk_task").contains(each.getKey())
              ? size[0] / turns
              : 0;
    }
    long gate = content.get("adk_gate");
    say(
        "turn, gate and task: %d, without content %d, or %d with checksum and id in the payload",
        all, all - gate, all - gate + named());
  }

  private void sayPhases() {
    phases.slowest().forEach(line -> say("    %s", line));
  }

  private static void sayTimes(String what, List<Double> all) {
    say(
        "%s: p50 %.1f, p99 %.1f, slowest %.1f ms of %d",
        what, all.get(all.size() / 2), all.get(all.size() * 99 / 100), all.getLast(), all.size());
  }

  /** How many turns wait, how many are settled at once, how many while they park. */
  public static void main(String[] args) throws Exception {
    int turns = Integer.parseInt(args[0]);
    int atOnce = Math.min(5_000, turns / 4);
    int racing = Math.min(10_000, turns / 2);
    try (EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setPGStartupWait(Duration.ofMinutes(2))
                .start();
        HikariDataSource pool = pool(server);
        WaitingAtGates waiting = new WaitingAtGates(pool)) {
      say("load at the start %.1f", load());
      int real = Math.min(turns, 2_000);
      waiting.accept(20);
      double heap = heap();
      long threads = threads();
      long began = System.nanoTime();
      waiting.accept(real - 20);
      say("%d turns accepted and gone to rest in %.0f s", real, (System.nanoTime() - began) / 1e9);
      waiting.copy(turns / real - 1);
      waiting.execute("analyze");
      long all = waiting.count("select count(*) from adk_waiting_turn where state = 'waiting'");
      say("%d turns wait", all);
      LockSupport.parkNanos(Duration.ofSeconds(10).toNanos());
      say("threads %d before, %d with all of them", threads, threads());
      say("heap %.1f MB before, %.1f MB with all of them", heap, heap());
      waiting.sayBytes(turns, "as they are");
      waiting.bytes().keySet().forEach(table -> waiting.execute("vacuum (full, analyze) " + table));
      waiting.sayBytes(turns, "written anew");
      // code that a node runs all day is compiled
      double[] seconds = waiting.settleAtOnce(atOnce);
      say("%d settled at once in %.1f s, all running after %.1f s", atOnce, seconds[0], seconds[1]);
      // else the database still writes all these rows while the turns are settled
      waiting.execute("analyze");
      waiting.execute("checkpoint");
      int some = Math.min(500, turns / 20);
      // and code that settles one at a time is compiled, too
      sayTimes("settled here, the first ones", waiting.settleOneByOne(3 * some, true));
      waiting.sayPhases();
      say("load %.1f", load());
      sayTimes("settled here, running again", waiting.settleOneByOne(some, true));
      waiting.sayPhases();
      sayTimes("settled on another node, running again", waiting.settleOneByOne(some, false));
      long stopped = System.nanoTime();
      waiting.restart();
      say("node restarted in %.2f s", (System.nanoTime() - stopped) / 1e9);
      sayTimes("settled here after that", waiting.settleOneByOne(some, true));
      waiting.sayPhases();
      say("%d settled while they park: %d sleep on", racing, waiting.settleWhileTheyPark(racing));
      say("load %.1f", load());
      say("heap at the end %.1f MB, threads %d", heap(), threads());
    }
  }

  static HikariDataSource pool(EmbeddedPostgres server) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:postgresql://localhost:" + server.getPort() + "/postgres");
    config.setUsername("postgres");
    config.setPassword("postgres");
    config.setMaximumPoolSize(40);
    return new HikariDataSource(config);
  }
}
