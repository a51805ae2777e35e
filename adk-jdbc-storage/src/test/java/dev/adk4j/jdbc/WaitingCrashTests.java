package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.waiting.Continuations;
import dev.adk4j.waiting.WaitingTurn;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} of processes in which turns wait for approvals or go on after them. */
@Timeout(600)
class WaitingCrashTests {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;
  private final List<Process> processes = new ArrayList<>();
  private String url;
  private String user;
  private String password;

  @AfterEach
  void close() {
    processes.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillBetweenQuestionAndDecisionLosesNothing(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    try (TestDatabase database = open();
        WaitingProcess here = new WaitingProcess(database, transfers(), 1, "never");
        Continuations continuations = here.continuations()) {
      WaitingTurn turn = here.store.open(WaitingProcess.SCOPE).getFirst();
      GateRecord gate = continuations.openGates(turn).getFirst();
      assertThat(gate.payload().at("/args").text()).isEqualTo("{\"n\":1}");
      continuations.decide(gate.ref(), WaitingProcess.BOSS, GateDecision.resolve(true));
      WaitingTurn end =
          continuations.await(WaitingProcess.SCOPE, turn.turnId(), PATIENCE).orElseThrow();
      assertThat(end.answer().text()).isEqualTo("Paid.");
      assertThat(lines()).containsExactly("1");
      assertThat(history(database))
          .containsExactly("user Pay.", "assistant I will.", "transfer done", "assistant Paid.");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillRightAfterTheDecisionLosesNothing(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 2);
    Agent decider = process(2, "decide", "never");
    decider.until("DECIDED ");
    decider.until("DECIDED ");
    decider.kill();
    assertThat(lines()).isEmpty();

    Agent next = process(2, "go on", "never");
    assertThat(next.until("ENDED ")).startsWith("COMPLETED");
    next.kill();
    assertThat(lines()).containsExactly("1", "2");
    try (TestDatabase database = open()) {
      assertThat(history(database))
          .containsExactly(
              "user Pay.",
              "assistant I will.",
              "transfer done",
              "transfer done",
              "assistant Paid.");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillWithinTheToolStartsItNeverAgain(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    decides(1);
    Agent killed = process(1, "go on", "tool");
    killed.until("STOPPED");
    killed.kill();

    Agent next = process(1, "go on", "never");
    assertThat(next.until("ENDED ")).startsWith("COMPLETED");
    next.kill();
    assertThat(lines()).containsExactly("1");
    try (TestDatabase database = open()) {
      assertThat(history(database))
          .containsExactly("user Pay.", "assistant I will.", "transfer failed", "assistant Paid.");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillAfterTheToolKeepsItsResult(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 1);
    decides(1);
    Agent killed = process(1, "go on", "model");
    killed.until("STOPPED");
    killed.kill();

    Agent next = process(1, "go on", "never");
    assertThat(next.until("ENDED ")).startsWith("COMPLETED");
    next.kill();
    assertThat(next.said).doesNotContain("TRANSFERRED");
    assertThat(lines()).containsExactly("1");
    try (TestDatabase database = open()) {
      assertThat(history(database))
          .containsExactly("user Pay.", "assistant I will.", "transfer done", "assistant Paid.");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void editsRejectionsAndSecondGatesOutliveTheProcess(DatabaseKind kind) throws Exception {
    waitsAndDies(kind, 3);
    try (TestDatabase database = open();
        WaitingProcess here = new WaitingProcess(database, transfers(), 3, "never");
        Continuations continuations = here.continuations()) {
      WaitingTurn turn = here.store.open(WaitingProcess.SCOPE).getFirst();
      List<String> gates = turn.gates();
      Map<String, Object> edited = Map.of("approved", true, "args", Map.of("n", 7));
      continuations.decide(gates.get(0), WaitingProcess.BOSS, GateDecision.resolve(edited));
      continuations.decide(gates.get(1), WaitingProcess.BOSS, GateDecision.reject("no"));
      assertThat(continuations.await(WaitingProcess.SCOPE, turn.turnId(), PATIENCE))
          .get()
          .satisfies(
              still ->
                  assertThat(continuations.openGates(still))
                      .extracting(GateRecord::ref)
                      .containsExactly(gates.get(2)));
      assertThat(lines()).isEmpty();
      continuations.decide(gates.get(2), WaitingProcess.BOSS, GateDecision.resolve(true));
      continuations.await(WaitingProcess.SCOPE, turn.turnId(), PATIENCE);
      assertThat(lines()).containsExactly("7", "3");
      assertThat(history(database))
          .contains("transfer done", "transfer failed", "assistant Paid.")
          .hasSize(6);
    }
  }

  private void waitsAndDies(DatabaseKind kind, int calls) throws Exception {
    if (kind == DatabaseKind.H2) {
      url = "jdbc:h2:file:" + directory.resolve("agent").toAbsolutePath() + ";WRITE_DELAY=0";
      user = "sa";
      password = "";
    } else {
      PostgresServer server = PostgresServer.get().newDatabase();
      url = server.url();
      user = server.user();
      password = server.password();
    }
    try (TestDatabase database = open()) {
      database.withTables();
    }
    Agent first = process(calls, "ask", "never");
    first.until("WAITS ");
    first.kill();
    assertThat(first.said).contains("TURN_END");
    assertThat(lines()).isEmpty();
  }

  private void decides(int calls) throws Exception {
    Agent decider = process(calls, "decide", "never");
    decider.until("DECIDED ");
    decider.kill();
  }

  private TestDatabase open() {
    return TestDatabase.open(url, user, password, 4);
  }

  private Path transfers() {
    return directory.resolve("transfers");
  }

  private List<String> lines() throws Exception {
    return Files.exists(transfers()) ? Files.readAllLines(transfers()) : List.of();
  }

  private static List<String> history(TestDatabase database) {
    return database
        .query(
            "select seq, role || ' ' || content as line from adk_message union all select seq, tool"
                + " || case when is_error then ' failed' else ' done' end from adk_tool_call order"
                + " by seq")
        .stream()
        .map(row -> row.substring(row.indexOf('|') + 1))
        .toList();
  }

  private Agent process(int calls, String doing, String stopAt) throws Exception {
    Process process =
        ForkedJvm.start(
            WaitingProcess.class,
            List.of("-Xmx128m"),
            url,
            user,
            password,
            transfers().toString(),
            String.valueOf(calls),
            doing,
            stopAt);
    processes.add(process);
    return new Agent(process);
  }

  /** A process of ours and what it said so far. */
  private static final class Agent {

    private final Process process;
    private final BufferedReader output;
    private final List<String> said = new ArrayList<>();

    Agent(Process process) {
      this.process = process;
      this.output = process.inputReader();
    }

    /** Reads on until it says that; the rest of the line. */
    String until(String start) throws Exception {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        said.add(line);
        if (line.startsWith(start)) {
          return line.substring(start.length());
        }
      }
      throw new AssertionError("it ended without saying '" + start + "': " + said);
    }

    void kill() throws Exception {
      process.toHandle().destroyForcibly();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
