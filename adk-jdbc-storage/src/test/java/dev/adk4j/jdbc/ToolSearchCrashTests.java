package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.WaitingGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} after a search of tools, and while a found one waits for an approval. */
@Timeout(300)
class ToolSearchCrashTests {

  private static final String OFFERED =
      "transfer read_skill search_tools load_tools and 1 listing of skills";

  private static final String CALLS = "select tool from adk_tool_call order by seq";

  @TempDir private Path directory;

  private String url;
  private String user = "sa";
  private String password = "";

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void theTurnThatGoesOnElsewhereKnowsTheToolThatWasFound(DatabaseKind kind) throws Exception {
    runsAndDies(kind, false, "WAITS 1");
    assertThat(transfers()).doesNotExist();

    try (TestDatabase database = open();
        ToolSearchProcess here = new ToolSearchProcess(database, transfers(), false)) {
      endsWell(here, database, whatWaits(here));
      assertThat(here.conversation.ask("Thanks.")).isEqualTo(OFFERED);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillAfterTheSearchLosesNothingAndTheNextMessageKnowsTheTool(DatabaseKind kind)
      throws Exception {
    runsAndDies(kind, true, "STOPPED");

    try (TestDatabase database = open();
        ToolSearchProcess here = new ToolSearchProcess(database, transfers(), false)) {
      assertThat(database.query(CALLS)).containsExactly("read_skill", "search_tools", "load_tools");
      Answer parked = here.conversation.stream("And now?").answer().get(60, TimeUnit.SECONDS);
      endsWell(here, database, parked.gate());
    }
  }

  private void endsWell(ToolSearchProcess here, TestDatabase database, WaitingGate gate)
      throws Exception {
    assertThat(gate.tool()).isEqualTo("transfer");
    Answer first = here.conversation.decide(gate, true);
    assertThat(first.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(Files.readAllLines(transfers())).containsExactly("1");

    Answer last = here.conversation.decide(first.gate(), true);

    assertThat(last.text()).isEqualTo(OFFERED);
    assertThat(Files.readAllLines(transfers())).containsExactly("1", "2");
    assertThat(database.query(CALLS))
        .containsExactly("read_skill", "search_tools", "load_tools", "transfer", "transfer");
  }

  /** The refused message has what waits. */
  private static WaitingGate whatWaits(ToolSearchProcess process) {
    return catchThrowableOfType(
            AgentWaitingException.class, () -> process.conversation.ask("Are you there?"))
        .answer()
        .gate();
  }

  private Path transfers() {
    return directory.resolve("transfers");
  }

  private TestDatabase open() {
    return TestDatabase.open(url, user, password, 4);
  }

  private void runsAndDies(DatabaseKind kind, boolean stops, String says) throws Exception {
    url = "jdbc:h2:file:" + directory.resolve("agent").toAbsolutePath() + ";WRITE_DELAY=0";
    if (kind != DatabaseKind.H2) {
      PostgresServer server = PostgresServer.get().newDatabase();
      url = server.url();
      user = server.user();
      password = server.password();
    }
    try (TestDatabase database = open()) {
      database.withTables();
    }
    Process process =
        ForkedJvm.start(
            ToolSearchProcess.class,
            List.of("-Xmx128m"),
            url,
            user,
            password,
            transfers().toString(),
            String.valueOf(stops));
    try {
      assertThat(process.inputReader().lines().anyMatch(says::equals)).isTrue();
    } finally {
      process.toHandle().destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
