package dev.adk4j.durable.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three nodes, one of which is killed every two seconds, and turns that charge another database.
 */
@Timeout(300)
class KilledNodesTests {

  private static final int TURNS = 200;

  private final List<Process> nodes = new ArrayList<>();

  @AfterEach
  void close() {
    nodes.forEach(Process::destroyForcibly);
  }

  @Test
  void allTurnsEndAndNothingIsChargedTwice() throws Exception {
    try (TestDatabase database = DatabaseKind.POSTGRES.empty(10).withTables();
        TestDatabase ledger = DatabaseKind.POSTGRES.empty(4);
        ChargingNode door = new ChargingNode(database, ledger, false)) {
      ledger.execute("create table ledger (turn varchar(100), n int)");
      String[] args = addresses(database, ledger);
      for (int i = 0; i < 3; i++) {
        nodes.add(start(args));
      }
      Thread accepting = Thread.startVirtualThread(() -> accept(door));
      int kills = 0;
      while (accepting.isAlive() || open(database) > 0) {
        long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> System.nanoTime() > until || !accepting.isAlive() && open(database) == 0);
        if (open(database) > 0) {
          int victim = kills++ % 3;
          nodes.get(victim).toHandle().destroyForcibly();
          nodes.get(victim).waitFor();
          nodes.set(victim, start(args));
        }
      }

      assertThat(kills).isPositive();
      assertThat(database.query("select distinct state from adk_waiting_turn"))
          .containsExactly("completed");
      assertThat(ledger.query("select turn, n from ledger group by turn, n having count(*) > 1"))
          .isEmpty();
      long unknown = database.count("select count(*) from adk_tool_call where is_error");
      long charged = ledger.count("select count(*) from ledger");
      assertThat(charged)
          .isBetween(
              (long) TURNS * ChargingNode.CHARGES - unknown, (long) TURNS * ChargingNode.CHARGES);
      assertThat(database.count("select count(*) from adk_tool_call"))
          .isEqualTo(TURNS * ChargingNode.CHARGES);
      assertThat(database.count("select count(*) from adk_message where role = 'assistant'"))
          .isEqualTo(TURNS);
      // gap-free, and the first turn before the second
      assertThat(
              database.query(
                  "select conversation from adk_conversation where last_seq <> "
                      + 2 * (2 + ChargingNode.CHARGES)))
          .isEmpty();
      assertThat(
              database.query(
                  "select a.conversation from adk_message a join adk_message b on a.conversation ="
                      + " b.conversation where a.content = 'Charge 1.' and b.content = 'Charge 0.'"
                      + " and a.seq < b.seq"))
          .isEmpty();
      assertThat(unknown).isLessThanOrEqualTo(8L * kills);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> database.count("select count(*) from adk_task") == 0);
    }
  }

  @Test
  void aNodeThatStopsHandsItsTurnsOver() throws Exception {
    try (TestDatabase database = DatabaseKind.POSTGRES.empty(10).withTables();
        TestDatabase ledger = DatabaseKind.POSTGRES.empty(4);
        ChargingNode door = new ChargingNode(database, ledger, false)) {
      ledger.execute("create table ledger (turn varchar(100), n int)");
      String[] args = addresses(database, ledger);
      for (int i = 0; i < 4; i++) {
        nodes.add(start(args));
      }
      Thread accepting = Thread.startVirtualThread(() -> accept(door));
      for (int stopped = 0; stopped < 3; stopped++) {
        int some = (stopped + 1) * 200;
        await().atMost(Duration.ofSeconds(60)).until(() -> charged(ledger) > some);
        Process node = nodes.get(stopped);
        node.outputWriter().close();
        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
      accepting.join();
      await().atMost(Duration.ofSeconds(60)).until(() -> open(database) == 0);

      assertThat(database.query("select distinct state from adk_waiting_turn"))
          .containsExactly("completed");
      assertThat(database.count("select count(*) from adk_waiting_turn where token > 1"))
          .isPositive();
      assertThat(database.count("select count(*) from adk_tool_call where is_error")).isZero();
      assertThat(charged(ledger)).isEqualTo((long) TURNS * ChargingNode.CHARGES);
      assertThat(
              ledger.count("select count(*) from (select distinct turn, n from ledger) each_one"))
          .isEqualTo((long) TURNS * ChargingNode.CHARGES);
    }
  }

  private static long charged(TestDatabase ledger) {
    return ledger.count("select count(*) from ledger");
  }

  private static String[] addresses(TestDatabase... databases) {
    return Stream.of(databases)
        .map(TestDatabase::pool)
        .flatMap(pool -> Stream.of(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword()))
        .toArray(String[]::new);
  }

  private static void accept(ChargingNode door) {
    for (int i = 0; i < TURNS; i++) {
      door.conversation(i / 2).durable().send("Charge " + i % 2 + ".");
    }
  }

  private static long open(TestDatabase database) {
    return database.count(
        "select count(*) from adk_waiting_turn where state not in ('completed', 'failed',"
            + " 'aborted')");
  }

  private static Process start(String[] args) throws Exception {
    Process process = ForkedJvm.start(ChargingNode.class, List.of("-Xmx256m"), args);
    assertThat(process.inputReader().readLine()).isEqualTo("READY");
    return process;
  }
}
