package dev.adk4j.durable.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.CountingDataSource;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thousand turns that wait, as {@link WaitingAtGates} has a hundred thousand. */
@Tag("slow")
@Timeout(300)
class WaitingAtGatesTests {

  private static final int TURNS = 1_000;

  @Test
  void holdNothingAndAllRunAgain() throws Exception {
    try (TestDatabase database = DatabaseKind.POSTGRES.empty(40)) {
      CountingDataSource counting = new CountingDataSource(database.dataSource());
      try (WaitingAtGates waiting = new WaitingAtGates(counting.dataSource())) {
        waiting.accept(50);
        long threads = WaitingAtGates.threads();
        waiting.accept(200);
        waiting.copy(TURNS / 250 - 1);
        assertThat(waiting.count("select count(*) from adk_waiting_turn where state = 'waiting'"))
            .isEqualTo(TURNS);
        assertThat(waiting.count("select count(*) from adk_task")).as("tasks").isZero();

        assertThat(WaitingAtGates.threads())
            .as("those of the pool may come and go")
            .isLessThan(threads + 20);
        counting.forget();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        assertThat(counting.sent().size()).as("asks for all of them at once").isLessThan(40);

        waiting.bytes().keySet().forEach(table -> waiting.execute("vacuum full " + table));
        Map<String, long[]> bytes = waiting.bytes();
        long each = 0;
        for (String table : new String[] {"adk_waiting_turn", "adk_gate", "adk_task"}) {
          each += bytes.get(table)[0] / TURNS;
        }
        assertThat(each).as("turn, gate and task").isLessThan(2_000);
        assertThat(each - waiting.content().get("adk_gate"))
            .as("without what is shown to whoever decides")
            .isLessThan(1_590);
        assertThat(each + bytes.get("adk_waiting_call")[0] / TURNS)
            .as("with the call of 200 bytes")
            .isLessThan(2_560);

        waiting.settleOneByOne(5, true);
        waiting.restart();
        counting.forget();
        waiting.settleOneByOne(1, true);
        assertThat(counting.sent())
            .as("reads of gates and decisions, each in one round trip")
            .filteredOn(sql -> sql.startsWith("select g.*") && sql.contains("adk_gate_decision"))
            .isNotEmpty();
        assertThat(counting.sent())
            .as("a gate's decision is not read alone when its turn runs again")
            .noneMatch(sql -> sql.startsWith("select * from adk_gate_decision"));
        assertThat(counting.sent())
            .as("the turn with its calls, when it is claimed")
            .filteredOn(sql -> sql.contains("; select c.* from"))
            .isNotEmpty();
        waiting.settleOneByOne(5, false);
        waiting.settleAtOnce(200);
        assertThat(waiting.settleWhileTheyPark(100)).as("sleep on").isZero();
      }
    }
  }
}
