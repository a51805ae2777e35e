package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.GateService;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

/** A decision among very many open gates. */
@Timeout(900)
@Tag("slow")
class GateLatencyTests {

  private static final int ROWS = 100_000;
  private static final int DECISIONS = 101;
  private static final int ROUNDS = 10;
  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  @Test
  void aDecisionAmongAHundredThousandOpenGatesArrivesWithinTenMilliseconds() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    try (TestDatabase one = open(server).withTables();
        TestDatabase two = open(server)) {
      one.execute(
          "insert into adk_gate (tenant, ref, conversation, turn_id, gate_id, gate_key, open_key,"
              + " reason, payload, has_schema, node, openings, state, undecided, opened_at,"
              + " asked_at) select 'acme', 'r-' || i, 'c-' || (i % 1000), 't-' || i, 'g', 'k-' ||"
              + " i, 'k-' || i, 'tool_approval', '{}', true, 'gone', 1, 'open', true, i, i from"
              + " generate_series(1, "
              + ROWS
              + ") i");
      one.execute("analyze adk_gate");
      try (GateService here = GateService.of(JdbcTurnStore.of(one.dataSource()));
          GateService there = GateService.of(JdbcTurnStore.of(two.dataSource()))) {
        assertThat(there.store().gateCounts().open()).isEqualTo(ROWS);
        assertThat(there.list(GateQuery.UNDECIDED.withTenant("acme"))).hasSize(100);
        List<String> tooSlow = new ArrayList<>();
        while (tooSlow.size() < ROUNDS) {
          long[] nanos = decide(here, there, DECISIONS);
          // of the same moment, as what else the machine does changes from one to the next
          double signal = bareSignal(one, two);
          Arrays.sort(nanos);
          double median = nanos[nanos.length / 2] / 1e6;
          String round =
              String.format(
                  "resolve to resume between two nodes, %d open gates: p50 %.1f ms, p90 %.1f ms,"
                      + " max %.1f ms; a bare signal from one connection to another then: %.1f ms",
                  ROWS,
                  median,
                  nanos[nanos.length * 9 / 10] / 1e6,
                  nanos[nanos.length - 1] / 1e6,
                  signal);
          System.out.println(round);
          // an idle machine signals within 1 ms; a busy one is given as many signals more
          if (median <= Math.max(10, 10 * signal)) {
            return;
          }
          tooSlow.add(round);
        }
        assertThat(tooSlow).as("rounds, all of them too slow").isEmpty();
      }
    }
  }

  private static long[] decide(GateService here, GateService there, int times) throws Exception {
    GateActor boss = GateActor.of("boss", "acme");
    long[] nanos = new long[times];
    for (int i = 0; i < times; i++) {
      GateWaiter<String> waiter =
          GateWaiter.start(
              here,
              SCOPE,
              GateRequest.of("g" + i, "tool_approval", null)
                  .schema(GateSchema.instanceOf(String.class)));
      String ref = waiter.ref();
      long start = System.nanoTime();
      there.settle(ref, boss, GateDecision.resolve("yes"));
      nanos[i] = waiter.resumedNanos() - start;
    }
    return nanos;
  }

  /** What the machine needs at least: a notification, without anything of ours. */
  private static double bareSignal(TestDatabase one, TestDatabase two) throws Exception {
    long[] nanos = new long[DECISIONS];
    try (Connection connection = one.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("listen bare");
      PGConnection listening = connection.unwrap(PGConnection.class);
      for (int i = 0; i < nanos.length; i++) {
        CompletableFuture<Long> told = new CompletableFuture<>();
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    listening.getNotifications(600_000);
                    told.complete(System.nanoTime());
                  } catch (SQLException e) {
                    told.completeExceptionally(e);
                  }
                });
        long start = System.nanoTime();
        two.query("select pg_notify('bare', '')");
        nanos[i] = told.get() - start;
      }
      statement.execute("unlisten bare");
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1e6;
  }

  private static TestDatabase open(PostgresServer server) {
    return TestDatabase.open(server.url(), server.user(), server.password(), 4);
  }
}
