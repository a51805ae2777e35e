package dev.adk4j.durable.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.durable.kill.Plan.Plague;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three nodes and turns that charge another database, while nodes are killed. {@code
 * scripts/durable-kills.sh} runs the full form.
 */
@Tag("slow")
@Timeout(300)
class KilledNodesTests {

  private static final ChargingNode.Settings SHORT =
      ChargingNode.Settings.DEFAULT.taking(Duration.ofMillis(80), Duration.ofMillis(20));

  @Test
  void allTurnsEndAndNothingIsChargedTwice() throws Exception {
    Outcome outcome = run(plan(Plague.NODES, 100));

    assertThat(outcome.kills()).isPositive();
    // all calls that the threads of a node run at once
    assertThat(outcome.histories().unknown().size())
        .isLessThanOrEqualTo(SHORT.threads() * outcome.kills());
  }

  /** Three at once in each iteration, and one that was approved. */
  @Test
  void onlyCallsThatWereHitAreUnknown() throws Exception {
    Outcome outcome =
        run(
            plan(Plague.APPROVED, 24)
                .with(SHORT.withWork(Work.SEVERAL))
                .every(Duration.ofMillis(200))
                .goal(1)
                .open(24));

    assertThat(outcome.hits()).isNotEmpty();
  }

  /** SIGTERM. */
  @Test
  void aNodeThatStopsHandsItsTurnsOver() throws Exception {
    Outcome outcome = run(plan(Plague.ROLLING, 24).every(Duration.ofMillis(200)).goal(2).open(24));

    assertThat(outcome.takeOvers()).isNotEmpty();
  }

  @Test
  void aNodeThatWasStoppedForLongerThanItsLeaseWritesNothingMore() throws Exception {
    Outcome outcome =
        run(
            plan(Plague.PAUSE, 24)
                .with(SHORT.withHeartbeat(Duration.ofMillis(300)).watching())
                .lane(1)
                .goal(4)
                .open(48));

    assertThat(outcome.zombies().seen()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void noTurnRunsTwiceWhereClocksAreSixSecondsApart() throws Exception {
    run(plan(Plague.CLOCKS, 24).with(SHORT.taking(Duration.ofMillis(80), Duration.ofMillis(600))));
  }

  private static Plan plan(Plague plague, int turns) {
    return new Plan(plague, turns, 2, Duration.ofSeconds(2), 0, 300, SHORT);
  }

  private static Outcome run(Plan plan) throws Exception {
    try (TestDatabase database = DatabaseKind.POSTGRES.empty(10);
        TestDatabase ledger = DatabaseKind.POSTGRES.empty(4);
        KillRun run = new KillRun(plan, database, ledger, () -> {})) {
      Outcome outcome = run.run();
      System.out.println(outcome.row());
      assertThat(outcome.broken()).isEmpty();
      return outcome;
    }
  }
}
