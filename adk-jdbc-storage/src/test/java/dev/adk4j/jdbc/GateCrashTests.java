package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.GateService;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Approval asked in one process and given in another, with and without {@code kill -9}. */
@Tag("slow")
@Timeout(600)
class GateCrashTests extends KilledProcesses {

  private static final GateActor BOSS =
      GateActor.of("boss", "acme", "APPROVER").withChannel("console");

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private TestDatabase database;
  private GateService service;

  @BeforeEach
  void open() {
    address = Address.of(DatabaseKind.POSTGRES, directory);
    database = address.open(4);
    service = GateProcess.service(database);
  }

  @AfterEach
  void close() {
    service.close();
    database.close();
  }

  @Test
  void approvalAskedInOneProcessIsGivenInAnother() throws Exception {
    ForkedAgent agent = agent("never");
    String ref = agent.until("OPEN ");
    ForkedAgent console = process(GateProcess.class, "settle", ref, "true");
    assertThat(console.until("SETTLED ")).isIn("resolved", "proposed");
    agent.until("END");
    assertThat(agent.said).contains("RESUMED false", "STARTED");
    assertThat(paid()).hasSize(1);
    // how a tool ended is recorded after it did
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        database.query(
                            "select g.state, g.reason, g.tool, g.subject, d.kind, d.refusal,"
                                + " d.actor, d.authorities, d.channel, d.answer, d.edited, d.tool,"
                                + " d.tool_outcome, length(d.tool_checksum) from adk_gate g join"
                                + " adk_gate_decision d on d.tenant = g.tenant and d.ref = g.ref"
                                + " order by d.decided_at"))
                    .containsExactly(
                        "resolved|tool_approval|transfer|ann|resolve|null|boss|[\"APPROVER\"]|console|true|f"
                            + "|transfer|succeeded|64"));
  }

  @Test
  void killedBeforeTheDecisionItIsAnsweredAtOnceWhenRunAgain() throws Exception {
    ForkedAgent first = agent("never");
    String ref = first.until("OPEN ");
    first.kill();
    Awaitility.await().atMost(PATIENCE).until(() -> gate(ref).orphaned());
    assertThat(service.list(GateQuery.UNDECIDED).getFirst().age()).isPositive();
    assertThat(service.settle(ref, BOSS, GateDecision.resolve(true)).state())
        .isEqualTo(GateState.PROPOSED);

    ForkedAgent again = answeredAtOnce(ref);
    assertThat(again.said).contains("STARTED");
    assertThat(paid()).hasSize(1);
    assertThat(gate(ref).openings()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"check, CHECKING, false", "resumed, RESUMED, true"})
  void killedBeforeTheToolItIsAnsweredAtOnceWhenRunAgain(String stopAt, String said, boolean found)
      throws Exception {
    String ref = decidedAndKilled(stopAt, said);
    assertThat(paid()).isEmpty();
    assertThat(answeredAtOnce(ref).said).contains("RESUMED " + found);
    assertThat(paid()).hasSize(1);
  }

  @Test
  void killedDuringTheToolItIsNotStartedAgainWithoutANewDecision() throws Exception {
    String ref = decidedAndKilled("tool", "STARTED");

    ForkedAgent again = agent("never");
    String anew = again.until("OPEN ");
    assertThat(anew).isNotEqualTo(ref);
    assertThat(gate(anew).previous()).isEqualTo(ref);
    assertThat(paid()).hasSize(1);
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              service.store().sweep(null);
              assertThat(outcomes()).containsExactly("unknown");
            });

    service.settle(anew, BOSS, GateDecision.resolve(true));
    again.until("END");
    assertThat(paid()).hasSize(2);
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(outcomes()).containsExactly("unknown", "succeeded"));
  }

  /** Kills a process where its agent has come so far with the decision. */
  private String decidedAndKilled(String stopAt, String said) throws Exception {
    ForkedAgent first = agent(stopAt);
    String ref = first.until("OPEN ");
    service.settle(ref, BOSS, GateDecision.resolve(true));
    first.until(said);
    first.kill();
    return ref;
  }

  private ForkedAgent answeredAtOnce(String ref) throws Exception {
    ForkedAgent again = agent("never");
    assertThat(again.until("DECIDED ")).isEqualTo(ref);
    again.until("END");
    return again;
  }

  private List<String> outcomes() {
    return database.query(
        "select tool_outcome from adk_gate_decision where tool_outcome is not null order by"
            + " tool_started_at");
  }

  private GateRecord gate(String ref) {
    return service.find("acme", ref).orElseThrow();
  }

  private ForkedAgent agent(String stopAt) throws Exception {
    return process(GateProcess.class, "ask", bank().toString(), stopAt);
  }
}
