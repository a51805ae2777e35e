package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.gate.GateDecision;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} of processes in which turns wait for approvals or go on after them. */
@Tag("slow")
@Timeout(600)
class WaitingCrashTests extends KilledProcesses {

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillBetweenQuestionAndDecisionLosesNothing(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    try (TestDatabase database = address.open(4);
        WaitingProcess here = new WaitingProcess(database, bank(), 1, "never");
        AgentRegistry waiting = here.registry()) {
      Conversation conversation = here.conversation(waiting);
      WaitingGate gate = whatWaits(conversation).gate();
      assertThat(gate.tool()).isEqualTo("transfer");
      assertThat(gate.args().text()).isEqualTo("{\"n\":1}");

      Answer answer = conversation.decide(gate, true);

      assertThat(answer.value(WaitingProcess.Receipt.class)).isEqualTo(receipt(1));
      assertThat(conversation.decide(gate, true).text()).isEqualTo(answer.text());
      assertThat(paid()).containsExactly("1");
      assertThat(database.history())
          .containsExactly(
              "user Pay.", "assistant I will.", "transfer done", "assistant {\"payments\":1}");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillRightAfterTheDecisionLosesNothing(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 2);
    ForkedAgent decider = process(2, "decide", "claim", 2);
    assertThat(decider.until("DECIDED ")).isEqualTo("WAITING");
    decider.until("STOPPED");
    decider.kill();
    assertThat(paid()).isEmpty();

    try (TestDatabase database = address.open(4);
        WaitingProcess here = new WaitingProcess(database, bank(), 2, "never");
        AgentRegistry waiting = here.registry()) {
      String turn = database.query("select turn_id from adk_waiting_turn").getFirst();
      Conversation conversation = here.conversation(waiting);
      Answer answer = conversation.answer(turn);
      assertThat(answer.value(WaitingProcess.Receipt.class)).isEqualTo(receipt(2));
      for (String gate : here.store.find(WaitingProcess.SCOPE, turn).orElseThrow().gates()) {
        assertThat(conversation.decide(gate, true).text()).isEqualTo(answer.text());
      }
      assertThat(database.history())
          .containsExactly(
              "user Pay.",
              "assistant I will.",
              "transfer done",
              "transfer done",
              "assistant {\"payments\":2}");
    }
    assertThat(paid()).containsExactly("1", "2");
  }

  /** A call whose outcome nobody knows fails, one that has ended keeps its result. */
  @ParameterizedTest
  @CsvSource({
    "H2, tool, 1, failed",
    "POSTGRES, tool, 1, failed",
    "H2, all tools, 3, failed",
    "POSTGRES, all tools, 3, failed",
    "H2, model, 1, done",
    "POSTGRES, model, 1, done"
  })
  void aKillWhileTheTurnGoesOnStartsNothingAgain(
      DatabaseKind kind, String place, int calls, String outcome) throws Exception {
    waitsAndDies(kind, calls);
    decides(calls);
    goesOnAndDies(calls, place);
    String[] all = IntStream.rangeClosed(1, calls).mapToObj(String::valueOf).toArray(String[]::new);
    assertThat(paid()).containsExactlyInAnyOrder(all);

    ForkedAgent next = goesOn(calls);

    assertThat(next.said).doesNotContain("TRANSFERRED");
    assertThat(paid()).hasSize(calls);
    try (TestDatabase database = address.open(4)) {
      assertThat(database.history())
          .startsWith("user Pay.", "assistant I will.")
          .endsWith("assistant Paid.")
          .hasSize(calls + 3)
          .filteredOn(("transfer " + outcome)::equals)
          .hasSize(calls);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void editsRejectionsAndSecondGatesOutliveTheProcess(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 3);
    ForkedAgent decider = process(3, "decide", "never", 1);
    assertThat(decider.until("DECIDED ")).isEqualTo("WAITING");
    decider.kill();
    try (TestDatabase database = address.open(4);
        WaitingProcess here = new WaitingProcess(database, bank(), 3, "never");
        AgentRegistry waiting = here.registry()) {
      Conversation conversation = here.conversation(waiting);
      List<WaitingGate> gates = whatWaits(conversation).gates();
      assertThat(gates)
          .extracting(gate -> gate.args().text())
          .containsExactly("{\"n\":2}", "{\"n\":3}");
      Map<String, Object> edited = Map.of("approved", true, "args", Map.of("n", 7));

      Answer half =
          conversation.decide(
              gates.getFirst().id(), GateDecision.resolve(edited), WaitingProcess.BOSS);
      assertThat(half.gates()).containsExactly(gates.getLast());
      assertThat(paid()).isEmpty();

      Answer answer =
          conversation.decide(gates.getLast().id(), GateDecision.reject("no"), WaitingProcess.BOSS);
      assertThat(answer.value(WaitingProcess.Receipt.class)).isEqualTo(receipt(3));
      assertThat(paid()).containsExactly("1", "7");
      assertThat(database.history())
          .contains("transfer done", "transfer failed", "assistant {\"payments\":3}")
          .hasSize(6);
    }
  }

  /** The refused message has what waits. */
  private static Answer whatWaits(Conversation conversation) {
    return catchThrowableOfType(
            AgentWaitingException.class, () -> conversation.ask("Are you there?"))
        .answer();
  }

  private static WaitingProcess.Receipt receipt(int payments) {
    return new WaitingProcess.Receipt(payments);
  }

  private void waitsAndDies(DatabaseKind kind, int calls) throws Exception {
    address = Address.of(kind, directory);
    ForkedAgent first = process(calls, "ask", "never");
    first.until("WAITS ");
    first.kill();
    assertThat(first.said).contains("TURN_END");
    assertThat(paid()).isEmpty();
  }

  private void goesOnAndDies(int calls, String stopAt) throws Exception {
    ForkedAgent killed = process(calls, "go on", stopAt);
    killed.until("STOPPED");
    killed.kill();
  }

  private ForkedAgent goesOn(int calls) throws Exception {
    ForkedAgent next = process(calls, "go on", "never");
    assertThat(next.until("ENDED ")).startsWith("COMPLETED");
    next.kill();
    return next;
  }

  private void decides(int calls) throws Exception {
    ForkedAgent decider = process(calls, "settle", "never");
    for (int i = 0; i < calls; i++) {
      decider.until("DECIDED ");
    }
    decider.kill();
  }

  private ForkedAgent process(int calls, String doing, String stopAt) throws Exception {
    return process(calls, doing, stopAt, 0);
  }

  private ForkedAgent process(int calls, String doing, String stopAt, int gates) throws Exception {
    return process(
        WaitingProcess.class,
        bank().toString(),
        String.valueOf(calls),
        doing,
        stopAt,
        String.valueOf(gates));
  }
}
