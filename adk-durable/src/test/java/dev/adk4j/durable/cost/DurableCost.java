package dev.adk4j.durable.cost;

import com.zaxxer.hikari.HikariDataSource;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.durable.event.EventWriter;
import dev.adk4j.durable.event.TurnEventStore;
import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.value.Scope;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures a durable turn beside a plain one of the same content, a turn with stored events beside
 * one without, and three nodes beside one, and prints docs/reports/durable-cost.md's tables. What
 * is compared is run in turn, round by round. Ends with 1 if a bound is missed.
 */
public final class DurableCost implements AutoCloseable {

  private static final String ADDRESS = "jdbc:postgresql://localhost:%d/postgres";

  private final EmbeddedPostgres server;
  private final TestDatabase database;
  private int conversations;
  private boolean missed;

  private DurableCost() throws IOException {
    // full pages are not logged, so that the log's bytes are those of the statements
    server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "off")
            .setServerConfig("autovacuum", "off")
            .setServerConfig("shared_preload_libraries", "pg_stat_statements")
            .setPGStartupWait(Duration.ofMinutes(2))
            .start();
    database =
        TestDatabase.open(ADDRESS.formatted(server.getPort()), "postgres", "postgres", 20)
            .withTables();
    database.execute("create extension pg_stat_statements");
    database.execute("create extension pg_walinspect");
  }

  /** Names of parts: turns, streams, nodes; all without a name. */
  public static void main(String[] args) throws Exception {
    List<String> parts = args.length == 0 ? List.of("turns", "streams", "nodes") : List.of(args);
    boolean missed;
    try (DurableCost cost = new DurableCost()) {
      if (parts.contains("turns")) {
        cost.turns();
      }
      if (parts.contains("streams")) {
        cost.streams();
      }
      if (parts.contains("nodes")) {
        cost.nodes();
      }
      missed = cost.missed;
    }
    System.exit(missed ? 1 : 0);
  }

  private HikariDataSource pool() {
    return database.pool();
  }

  // --- a durable turn beside a plain one

  private void turns() throws Exception {
    System.out.println("\nA turn of five iterations with one tool call each, and a last answer:\n");
    // a poll would be counted, too: a wake begins the turn
    try (PayingAgent agent = new PayingAgent(pool(), 4, Duration.ofMinutes(5)).begin()) {
      Work plain = () -> next(agent).ask(PayingAgent.ASKS);
      Work durable = () -> durable(agent);
      for (int i = 0; i < 300; i++) {
        plain.run();
        durable.run();
      }
      database.execute("vacuum analyze");
      Weight ofPlain = weigh(plain);
      Weight ofDurable = weigh(durable);
      System.out.println("| | plain | durable | bound | |\n| --- | ---: | ---: | ---: | --- |");
      row("statements that write", ofPlain.writes, ofDurable.writes, ofPlain.writes + 7 + 10);
      System.out.printf(
          Locale.ROOT, "| selects | %.1f | %.1f | | |%n", ofPlain.selects, ofDurable.selects);
      row("bytes of log", ofPlain.log, ofDurable.log, 2 * ofPlain.log);
      agent.brief(true);
      System.out.printf(
          Locale.ROOT,
          "| … with few words | %.1f | %.1f | | |%n",
          weigh(plain).log,
          weigh(durable).log);
      agent.brief(false);
      times("model 0 ms", agent.model(Duration.ZERO), 25, 40, 2.4);
      times("model 20 ms", agent.model(Duration.ofMillis(20)), 10, 6, 1.1);
    }
  }

  private Conversation next(PayingAgent agent) {
    return agent.conversation("c" + conversations++);
  }

  /** Returns nanoseconds of the acceptance, and of the run; waits until the task is removed. */
  private long[] durable(PayingAgent agent) throws InterruptedException {
    long begun = System.nanoTime();
    next(agent).durable().send(PayingAgent.ASKS);
    long accepted = System.nanoTime() - begun;
    Long run = agent.runs.poll(1, TimeUnit.MINUTES);
    long all = System.nanoTime() - begun;
    while (database.count("select count(*) from adk_task") > 0) {
      TimeUnit.MICROSECONDS.sleep(200);
    }
    return new long[] {accepted + run, all};
  }

  private void times(String name, PayingAgent agent, int rounds, int turns, double bound)
      throws Exception {
    double[] plain = new double[rounds];
    double[] durable = new double[rounds];
    double[] waited = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      double[] ofPlain = new double[turns];
      double[] ofDurable = new double[turns];
      double[] all = new double[turns];
      for (int i = 0; i < turns; i++) {
        long begun = System.nanoTime();
        next(agent).ask(PayingAgent.ASKS);
        ofPlain[i] = System.nanoTime() - begun;
        long[] nanos = durable(agent);
        ofDurable[i] = nanos[0];
        all[i] = nanos[1];
      }
      plain[round] = median(ofPlain) / 1e6;
      durable[round] = median(ofDurable) / 1e6;
      waited[round] = median(all) / 1e6;
    }
    double ratio =
        median(IntStream.range(0, rounds).mapToDouble(i -> durable[i] / plain[i]).toArray());
    System.out.printf(
        Locale.ROOT,
        "| %s, ms, accepted and run | %.2f | %.2f: %.2f × | %.1f × | %s |%n",
        name,
        median(plain),
        median(durable),
        ratio,
        bound,
        verdict(ratio <= bound));
    System.out.printf(
        Locale.ROOT, "| … with the wait for a thread | | %.2f | | |%n", median(waited));
  }

  // --- a turn with stored events beside one without

  private void streams() throws Exception {
    System.out.println("\nA turn that says 1,000 pieces:\n");
    System.out.println("| | no events | stored | bound | |\n| --- | ---: | ---: | ---: | --- |");
    PayingAgent.Talk talk = new PayingAgent.Talk();
    AgentClient agent = PayingAgent.talking(pool(), talk);
    try (TurnEventStore events = TurnEventStore.of(pool(), JdbcStorageOptions.DEFAULT)) {
      for (int i = 0; i < 200; i++) {
        talk(agent, talk, null);
        talk(agent, talk, events);
      }
      streams("flat out, ms", agent, talk, events, 25, 20, 2.5);
      talk.pause = Duration.ofMillis(1);
      Weight without = weigh(() -> talk(agent, talk, null), 3);
      Weight with = weigh(() -> talk(agent, talk, events), 3);
      streams("1,000 a second, ms", agent, talk, events, 5, 1, 1.05);
      row("… statements", 0, with.writes + with.selects - without.writes - without.selects, 25);
      row("… bytes of log", 0, with.log - without.log, 15_000);
    }
  }

  private void streams(
      String name,
      AgentClient agent,
      PayingAgent.Talk talk,
      TurnEventStore events,
      int rounds,
      int turns,
      double bound)
      throws Exception {
    double[] without = new double[rounds];
    double[] with = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      double[] ofPlain = new double[turns];
      double[] ofStored = new double[turns];
      for (int i = 0; i < turns; i++) {
        ofPlain[i] = talk(agent, talk, null);
        ofStored[i] = talk(agent, talk, events);
      }
      without[round] = median(ofPlain) / 1e6;
      with[round] = median(ofStored) / 1e6;
    }
    double ratio =
        median(IntStream.range(0, rounds).mapToDouble(i -> with[i] / without[i]).toArray());
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f | %.2f: %.2f × | %.2f × | %s |%n",
        name,
        median(without),
        median(with),
        ratio,
        bound,
        verdict(ratio <= bound));
  }

  private long talk(AgentClient agent, PayingAgent.Talk talk, TurnEventStore events) {
    String id = "s" + conversations++;
    if (events != null) {
      database.execute(
          "insert into adk_waiting_turn (tenant, turn_id, conversation, state, phase, iteration,"
              + " token, attempt, results, created_at, updated_at) values ('acme', '"
              + id
              + "', '"
              + id
              + "', 'running', 'called', 1, 1, 1, '{}', 1, 1)");
    }
    EventWriter writer = events == null ? null : events.writer("acme", id, 1);
    talk.events = writer;
    long begun = System.nanoTime();
    agent.conversation(Scope.of("acme", "ann", "of-" + id)).ask("Talk.");
    long nanos = System.nanoTime() - begun;
    if (writer != null) {
      writer.close();
    }
    return nanos;
  }

  // --- three nodes beside one

  private void nodes() throws Exception {
    System.out.println("\nTurns a second of nodes with ten threads each:\n");
    System.out.println("| | one node | three | bound | |\n| --- | ---: | ---: | ---: | --- |");
    List<Process> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        Process node =
            ForkedJvm.start(
                PayingNode.class,
                List.of("-Xmx256m"),
                pool().getJdbcUrl(),
                pool().getUsername(),
                pool().getPassword());
        nodes.add(node);
        expect(node, "READY");
      }
      // code that a node runs all day is compiled
      perSecond(nodes, 0, 3_000);
      scaling(nodes, 200, 120, 2.7);
      scaling(nodes, 50, 300, 2.2);
    } finally {
      nodes.forEach(Process::destroyForcibly);
    }
  }

  private void scaling(List<Process> nodes, int millis, int turns, double bound) throws Exception {
    double[] one = new double[2];
    double[] three = new double[2];
    for (int round = 0; round < 2; round++) {
      one[round] = perSecond(nodes.subList(round, round + 1), millis, turns);
      three[round] = perSecond(nodes, millis, turns);
    }
    double ratio = (three[0] / one[0] + three[1] / one[1]) / 2;
    System.out.printf(
        Locale.ROOT,
        "| model %d ms | %.1f | %.1f: %.2f × | %.1f × | %s |%n",
        millis,
        (one[0] + one[1]) / 2,
        (three[0] + three[1]) / 2,
        ratio,
        bound,
        verdict(ratio >= bound));
  }

  private double perSecond(List<Process> nodes, int millis, int turns) throws Exception {
    try (PayingAgent door = new PayingAgent(pool(), 1, Duration.ofMinutes(5))) {
      for (int i = 0; i < turns; i++) {
        next(door).durable().send(PayingAgent.ASKS);
      }
    }
    // nothing else removes old rows here
    database.execute("vacuum analyze");
    long begun = System.nanoTime();
    for (Process node : nodes) {
      tell(node, String.valueOf(millis));
    }
    for (Process node : nodes) {
      expect(node, "BEGUN");
    }
    while (database.count("select count(*) from adk_task") > 0) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    for (Process node : nodes) {
      tell(node, "");
      expect(node, "STOPPED");
    }
    return turns / seconds;
  }

  private static void tell(Process node, String line) throws IOException {
    node.outputWriter().write(line + "\n");
    node.outputWriter().flush();
  }

  private static void expect(Process node, String line) throws IOException {
    String said = node.inputReader().readLine();
    while (said != null && !said.equals(line)) {
      said = node.inputReader().readLine();
    }
    if (said == null) {
      throw new IllegalStateException("a node ended before " + line);
    }
  }

  // --- what the server counts

  private interface Work {
    Object run() throws Exception;
  }

  private record Weight(double selects, double writes, double log) {}

  private Weight weigh(Work work) throws Exception {
    return weigh(work, 40);
  }

  /** Per turn; the log's bytes are a median, and without what the server logs for itself. */
  private Weight weigh(Work work, int turns) throws Exception {
    work.run();
    double[] log = new double[turns];
    for (int i = 0; i < turns; i++) {
      String from = database.query("select pg_current_wal_insert_lsn()::text").getFirst();
      work.run();
      log[i] =
          database.count(
              "select coalesce(sum(record_size), 0)::bigint from pg_get_wal_stats('"
                  + from
                  + "', pg_current_wal_insert_lsn()) where \"resource_manager/record_type\" not in"
                  + " ('XLOG', 'Standby')");
    }
    database.execute("select pg_stat_statements_reset()");
    for (int i = 0; i < turns; i++) {
      work.run();
    }
    return new Weight(calls("~*", turns), calls("!~*", turns), median(log));
  }

  private double calls(String operator, int turns) {
    String ours =
        "pg_stat_statements|select count\\(\\*\\) from adk_task$|insert into adk_waiting_turn \\(tenant, turn_id, conversation, state,";
    return database.count(
            "select coalesce(sum(calls), 0)::bigint from pg_stat_statements where query "
                + operator
                + " '^\\s*select' and query !~* '"
                + ours
                + "' and query !~* '^(begin|commit|set|show)'")
        / (double) turns;
  }

  private void row(String name, double plain, double durable, double bound) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.1f | %s |%n",
        name,
        plain,
        durable,
        bound,
        verdict(durable <= bound));
  }

  private String verdict(boolean met) {
    missed |= !met;
    return met ? "met" : "**missed**";
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  @Override
  public void close() throws IOException {
    database.close();
    server.close();
  }
}
