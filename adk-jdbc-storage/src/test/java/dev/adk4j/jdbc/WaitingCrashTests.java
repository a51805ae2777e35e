package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.gate.GateDecision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} of processes in which turns wait for approvals or go on after them. */
@Tag("slow")
@Timeout(600)
class WaitingCrashTests {

  @TempDir private Path directory;
  private final List<Process> processes = new ArrayList<>();
  private Address address;

  @AfterEach
  void close() {
    processes.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillBetweenQuestionAndDecisionLosesNothing(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    try (TestDatabase database = address.open(4);
        WaitingProcess here = new WaitingProcess(database, transfers(), 1, "never");
        AgentRegistry waiting = here.registry()) {
      Conversation conversation = here.conversation(waiting);
      WaitingGate gate = whatWaits(conversation).gate();
      assertThat(gate.tool()).isEqualTo("transfer");
      assertThat(gate.args().text()).isEqualTo("{\"n\":1}");

      Answer answer = conversation.decide(gate, true);

      assertThat(answer.value(WaitingProcess.Receipt.class)).isEqualTo(receipt(1));
      assertThat(conversation.decide(gate, true).text()).isEqualTo(answer.text());
      assertThat(lines()).containsExactly("1");
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
    assertThat(lines()).isEmpty();

    try (TestDatabase database = address.open(4);
        WaitingProcess here = new WaitingProcess(database, transfers(), 2, "never");
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
    assertThat(lines()).containsExactly("1", "2");
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillWithinTheToolStartsItNeverAgain(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    decides(1);
    goesOnAndDies(1, "tool");

    goesOn(1);
    assertThat(lines()).containsExactly("1");
    try (TestDatabase database = address.open(4)) {
      assertThat(database.history())
          .containsExactly("user Pay.", "assistant I will.", "transfer failed", "assistant Paid.");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillWhileToolsRunAtOnceStartsNoneAgainAndLosesNone(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 3);
    decides(3);
    goesOnAndDies(3, "all tools");
    assertThat(lines()).containsExactlyInAnyOrder("1", "2", "3");

    goesOn(3);
    assertThat(lines()).hasSize(3);
    try (TestDatabase database = address.open(4)) {
      assertThat(database.history())
          .containsExactly(
              "user Pay.",
              "assistant I will.",
              "transfer failed",
              "transfer failed",
              "transfer failed",
              "assistant Paid.");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillAfterTheToolKeepsItsResult(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    decides(1);
    goesOnAndDies(1, "model");

    ForkedAgent next = goesOn(1);
    assertThat(next.said).doesNotContain("TRANSFERRED");
    assertThat(lines()).containsExactly("1");
    try (TestDatabase database = address.open(4)) {
      assertThat(database.history())
          .containsExactly("user Pay.", "assistant I will.", "transfer done", "assistant Paid.");
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
        WaitingProcess here = new WaitingProcess(database, transfers(), 3, "never");
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
      assertThat(lines()).isEmpty();

      Answer answer =
          conversation.decide(gates.getLast().id(), GateDecision.reject("no"), WaitingProcess.BOSS);
      assertThat(answer.value(WaitingProcess.Receipt.class)).isEqualTo(receipt(3));
      assertThat(lines()).containsExactly("1", "7");
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
    assertThat(lines()).isEmpty();
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

  private Path transfers() {
    return directory.resolve("transfers");
  }

  private List<String> lines() throws Exception {
    return Files.exists(transfers()) ? Files.readAllLines(transfers()) : List.of();
  }

  private ForkedAgent process(int calls, String doing, String stopAt) throws Exception {
    return process(calls, doing, stopAt, 0);
  }

  private ForkedAgent process(int calls, String doing, String stopAt, int gates) throws Exception {
    Process process =
        address.start(
            WaitingProcess.class,
            transfers().toString(),
            String.valueOf(calls),
            doing,
            stopAt,
            String.valueOf(gates));
    processes.add(process);
    return new ForkedAgent(process);
  }
}
