package dev.adk4j.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.benchmarks.Texts;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The gates: what a turn may cost whatever machine it runs on, as the server itself counts it. */
class TurnCostTests {

  private static final List<Integer> HISTORIES = List.of(10, 100, 1_000, 10_000);
  private static final int TURNS = 15;

  private static final Texts TEXTS = new Texts();
  private static BenchmarkDatabase database;
  private static List<Arm> arms;

  @BeforeAll
  static void seed() throws Exception {
    database = BenchmarkDatabase.start(16);
    arms = List.of(new AdkArm(database), new EngineArm(database));
    Tables.create(database, arms, TEXTS);
    for (Arm arm : arms) {
      for (int history : HISTORIES) {
        arm.seed(conversation(arm, history), history);
      }
    }
    database.settle();
  }

  @AfterAll
  static void stop() throws Exception {
    database.close();
  }

  @TestFactory
  List<DynamicTest> turnSendsAtMostSixSelectsAndThreeWritesAndLogsFewBytesAtEveryLength() {
    return arms.stream()
        .flatMap(
            arm ->
                HISTORIES.stream()
                    .map(
                        history ->
                            DynamicTest.dynamicTest(
                                arm.name() + " at " + history, () -> check(arm, history))))
        .toList();
  }

  private static void check(Arm arm, int history) throws Exception {
    String conversation = conversation(arm, history);
    arm.turn(conversation, TEXTS.next(), TEXTS.next());

    database.quietly(() -> weigh(arm, history, conversation));
  }

  private static void weigh(Arm arm, int history, String conversation) throws Exception {
    Cost cost = Cost.of(database, arm, TEXTS, () -> conversation, TURNS);

    System.out.println(arm.name() + " at " + history + ": " + cost);
    assertThat(cost.statements().selects()).isEqualTo(Cost.MOST_SELECTS);
    assertThat(cost.statements().writes()).isPositive().isLessThanOrEqualTo(Cost.MOST_WRITES);
    assertThat(cost.statements().transactionCommands()).isZero();
    assertThat(cost.statements().rowsWritten()).isEqualTo(2);
    assertThat(cost.logBytes()).isPositive().isLessThanOrEqualTo(Cost.MOST_LOG_BYTES);
  }

  /** A gate that could not fail would be none: a peer has to be caught by the same count. */
  @Test
  void countSeesWhatAPeerSends() throws Exception {
    SpringAiArm peer = new SpringAiArm(database, SpringAiArm.UNLIMITED);
    peer.createTables();
    peer.seed("peer", 100);

    Cost cost = Cost.of(database, peer, TEXTS, () -> "peer", 3);

    assertThat(cost.statements().selects()).isEqualTo(3);
    assertThat(cost.statements().rowsWritten()).isGreaterThan(400);
    assertThat(cost.logBytes()).isGreaterThan(100_000);
  }

  @Test
  void eightWritersOnOneConversationLoseNothingAndDoubleNothing() throws Exception {
    Race.Outcome outcome = new Race(new AdkArm(database), 50, Integer.MAX_VALUE).run();

    assertThat(outcome.found()).isEqualTo(Race.WRITERS * 50 * 2);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.doubled()).isZero();
    assertThat(outcome.failed()).isZero();
    assertThat(outcome.gapFree()).isTrue();
  }

  @Test
  void turnLoadsTheTailAndNotTheHistory() throws Exception {
    for (Arm arm : arms) {
      int loaded = arm.turn(conversation(arm, 1_000), TEXTS.next(), TEXTS.next());
      assertThat(loaded).as(arm.name()).isEqualTo(AdkArm.TAIL);
    }
  }

  private static String conversation(Arm arm, int history) {
    return arm.getClass().getSimpleName() + "-" + history;
  }
}
