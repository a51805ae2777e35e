package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.waiting.WaitingTurnStore;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code kill -9} of processes in which an agent asks another one, which waits for an approval. */
@Timeout(600)
class InnerAgentCrashTests {

  private static final String ASKED = "Pay.|ask_second|<<<paid>>>";
  private static final String HANDED_OVER =
      "Pay.|transfer|<paid>|hand_over_to_first|hand_over_to_second";

  @TempDir private Path directory;
  private Process process;
  private String url;
  private String user;
  private String password;

  @AfterEach
  void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @CsvSource({"H2,ask", "H2,hand over", "POSTGRES,ask", "POSTGRES,hand over"})
  void aKillWhileTheInnerAgentWaitsLosesNothing(DatabaseKind kind, String how) throws Exception {
    startAndKill(kind, how, "never", "wait", "WAITS 1");
    assertThat(lines()).isEmpty();
    try (TestDatabase database = open();
        InnerAgentProcess here = here(database, how)) {
      Conversation conversation = here.conversation();
      Answer waits =
          catchThrowableOfType(
                  AgentWaitingException.class, () -> conversation.ask("Are you there?"))
              .answer();
      Answer answer = conversation.decide(waits.gate(), true);
      assertThat(answer.turnId()).isEqualTo(waits.turnId());
      assertThat(conversation.decide(waits.gate(), true).text()).isEqualTo(answer.text());
      ended(database, here, how);
      assertThat(
              database.query(
                  "select d.actor from adk_gate_decision d join adk_gate g on g.tenant = d.tenant"
                      + " and g.decision_id = d.id"))
          .containsExactly("boss");
    }
  }

  @ParameterizedTest
  @CsvSource({"H2,ask", "H2,hand over", "POSTGRES,ask", "POSTGRES,hand over"})
  void aKillAfterTheDecisionLetsBothGoOnElsewhere(DatabaseKind kind, String how) throws Exception {
    startAndKill(kind, how, "answer of transfer", "decide", "STOPPED");
    assertThat(lines()).containsExactly("1");
    try (TestDatabase database = open();
        InnerAgentProcess here = here(database, how)) {
      String outer =
          database
              .query("select turn_id from adk_waiting_turn where memo not like '%\"outer\"%'")
              .getFirst();
      here.conversation().answer(outer);
      ended(database, here, how);
    }
  }

  private void ended(TestDatabase database, InnerAgentProcess here, String how) throws Exception {
    assertThat(lines()).containsExactly("1");
    assertThat(String.join("|", history(database)))
        .isEqualTo(how.equals("ask") ? ASKED : HANDED_OVER);
    assertThat(here.store().counts()).isEqualTo(new WaitingTurnStore.Counts(0, 0));
    assertThat(database.query("select ref from adk_gate where state = 'open'")).isEmpty();
    assertThat(database.query("select ref from adk_gate")).hasSize(1);
    assertThat(here.conversation().send("And now?").turnId()).isNotEmpty();
  }

  private static List<String> history(TestDatabase database) {
    return database
        .query(
            "select seq, content as line from adk_message where conversation = 'c-1' union all"
                + " select seq, tool from adk_tool_call where conversation = 'c-1' order by seq")
        .stream()
        .map(row -> row.substring(row.indexOf('|') + 1))
        .toList();
  }

  private void startAndKill(
      DatabaseKind kind, String how, String stopAt, String doing, String until) throws Exception {
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
    process =
        ForkedJvm.start(
            InnerAgentProcess.class,
            List.of("-Xmx128m"),
            url,
            user,
            password,
            transfers().toString(),
            how,
            stopAt,
            doing);
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    while (line != null && !line.equals(until)) {
      line = output.readLine();
    }
    assertThat(line).isEqualTo(until);
    process.toHandle().destroyForcibly();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
  }

  private InnerAgentProcess here(TestDatabase database, String how) {
    return new InnerAgentProcess(database, transfers(), how.equals("hand over"), "never");
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
}
