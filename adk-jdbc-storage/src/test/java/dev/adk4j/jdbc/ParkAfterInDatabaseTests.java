package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.loop.AfterCrash;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools that wait in the middle of their work, seen from the tables. */
@Timeout(120)
class ParkAfterInDatabaseTests extends OnEachDatabase {

  private static final String STATES = "select state from adk_waiting_turn";
  private static final String GATES = "select count(*) from adk_gate where node <> 'waiting-turn'";

  @TempDir private Path directory;

  private DurableProcess process(boolean parallel) {
    DurableProcess process =
        opened(
            new DurableProcess(
                database,
                JdbcStorageOptions.DEFAULT,
                directory.resolve("payments"),
                "never",
                AfterCrash.DEFAULT,
                parallel));
    process.asks = true;
    process.turns.parkAfter(Duration.ofMillis(20));
    return process;
  }

  private static List<GateRecord> open(DurableProcess process) {
    return process.desk.store().gates(GateQuery.UNDECIDED.withTenant("acme"));
  }

  @Test
  void eachCallWaitsInTheStoreAndGoesOnInAnotherProcess() throws Exception {
    DurableProcess one = process(false);
    DurableProcess two = process(false);

    AcceptedTurn turn = one.conversation().durable().send("Pay.");
    for (int n = 1; n <= DurableProcess.CALLS; n++) {
      (n % 2 == 0 ? two : one).run(turn.turnId());
      assertThat(database.query(STATES)).containsExactly("waiting");
      assertThat(database.count(GATES)).isZero();
      assertThat(open(one)).hasSize(1);
      two.desk.settle(open(two).getFirst().ref(), DurableProcess.BOSS, GateDecision.resolve(1));
    }
    two.run(turn.turnId());

    assertThat(turn.answer().text()).isEqualTo("Paid 3.");
    assertThat(Files.readAllLines(directory.resolve("payments"))).containsExactly("1", "2", "3");
    assertThat(database.count("select count(*) from adk_gate")).isEqualTo(3);
  }

  @Test
  void parallelCallsWaitTogether() throws Exception {
    DurableProcess process = process(true);

    AcceptedTurn turn = process.conversation().durable().send("Pay.");
    process.run(turn.turnId());
    assertThat(open(process)).hasSize(3);
    for (GateRecord gate : open(process)) {
      process.desk.settle(gate.ref(), DurableProcess.BOSS, GateDecision.resolve(1));
    }
    process.run(turn.turnId());

    assertThat(turn.answer().text()).isEqualTo("Paid 3.");
    assertThat(Files.readAllLines(directory.resolve("payments")))
        .containsExactlyInAnyOrder("1", "2", "3");
  }
}
