package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.adk4j.client.AgentStream;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.jdbc.Address;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.EventReader;
import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.prompt.LlmErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Gates, kills, budgets, aborts and streams while a second model answers in the place of the first:
 * no record is lost, half or doubled, and the next message works. One killed process for each
 * database serves all.
 */
@Tag("slow")
@Timeout(120)
@ParameterizedClass
@EnumSource
class FallbackEventTests {

  @Parameter private DatabaseKind database;

  private static final Map<DatabaseKind, Place> PLACES = new EnumMap<>(DatabaseKind.class);
  private static final List<String> LOOKED =
      List.of("user look", "work", "look", "assistant <look>");

  @TempDir private static Path directory;

  @AfterAll
  static void close() {
    PLACES.values().forEach(Place::close);
    PLACES.clear();
  }

  // --- gates

  @Test
  void aGateOfTheSpareModelIsDecided() throws Exception {
    Cell cell = new Cell(database, "gate");
    Answer asked = cell.conversation.send("pay");
    assertThat(cell.transfers()).isZero();
    cell.decided(asked);
  }

  @Test
  void aKillWhileTheGateWaitsLosesNothing() throws Exception {
    Cell cell = new Cell(database, "waiting");
    assertThat(cell.transfers()).isZero();
    cell.decided(
        catchThrowableOfType(AgentWaitingException.class, () -> cell.conversation.ask("Well?"))
            .answer());
  }

  @Test
  void aKillAfterTheDecisionLetsTheTurnGoOnElsewhere() throws Exception {
    Cell cell = new Cell(database, "deciding");
    String turn =
        cell.query("select turn_id from adk_waiting_turn where conversation = ?").getFirst();
    assertThat(cell.conversation.answer(turn).text()).isEqualTo("<transfer>");
    cell.goesOn("user pay stop", "work", "transfer", "assistant <transfer>");
    assertThat(cell.transfers()).isEqualTo(1);
  }

  // --- kills without a gate

  @ParameterizedTest
  @CsvSource({
    "hang, 'user hang,work'",
    "look stop, 'user look stop,work,look'",
    "break stop, 'user break stop,assistant The first says'"
  })
  void aKillKeepsWhatWasStoredAndNoHalf(String name, String records) throws Exception {
    new Cell(database, name).goesOn(records.split(","));
  }

  // --- budgets

  @Test
  void aBudgetRunsOut() throws Exception {
    Cell cell = new Cell(database, "budget");
    fails(LlmErrorCode.E_BUDGET_EXCEEDED, () -> cell.conversation.send("spend"));
    cell.charged();
    cell.goesOn("user spend", "work", "look", "work", "work", "work", "work");
  }

  @Test
  void aBudgetRunsOutBehindAGate() throws Exception {
    Cell cell = new Cell(database, "gate-budget");
    Answer asked = cell.conversation.send("pay spend");
    fails(LlmErrorCode.E_BUDGET_EXCEEDED, () -> cell.conversation.decide(asked.gate(), true));
    assertThat(cell.transfers()).isEqualTo(1);
    cell.charged();
    cell.goesOn("user pay spend", "work", "transfer", "work", "work", "work", "work");
  }

  // --- aborts and streams

  @Test
  void anAbortEndsTheTurnWithinASecond() throws Exception {
    Cell cell = new Cell(database, "abort");
    AgentStream stream = cell.conversation.stream("hang");
    CompletableFuture<Answer> answer = stream.answer();
    cell.comesTo("hang");
    long begun = System.nanoTime();
    stream.abort();
    fails(AdkErrorCode.E_TURN_ABORTED, () -> answer.get(20, TimeUnit.SECONDS));
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
    cell.goesOn("user hang", "work");
  }

  @Test
  void aStreamIsReadToItsEnd() throws Exception {
    Cell cell = new Cell(database, "stream");
    assertThat(EventReader.of(cell.conversation.stream("look")).whole()).isEqualTo("<look>");
    cell.goesOn(LOOKED.toArray(String[]::new));
  }

  @Test
  void aStreamOfABrokenAnswerGoesOnWithTheSpareModel() throws Exception {
    Cell cell = new Cell(database, "stream-broken");
    assertThat(EventReader.of(cell.conversation.stream("break")).whole())
        .isEqualTo("The first saysThe spare is here.");
    cell.goesOn("user break", "assistant The first says", "assistant The spare is here.");
  }

  @Test
  void aStreamIsCutInATool() throws Exception {
    Cell cell = new Cell(database, "cut-tool");
    AgentStream stream = cell.conversation.stream("hang");
    EventReader reader = EventReader.of(stream);
    cell.comesTo("hang");
    reader.cancel();
    fails(AdkErrorCode.E_TURN_ABORTED, () -> stream.answer().get(20, TimeUnit.SECONDS));
    cell.goesOn("user hang", "work");
  }

  @Test
  void aStreamIsCutInTheAnswerOfTheSpareModel() throws Exception {
    Cell cell = new Cell(database, "cut-answer");
    AgentStream stream = cell.conversation.stream("cut");
    EventReader reader = EventReader.of(stream);
    cell.comesTo("cut");
    reader.cancel();
    fails(AdkErrorCode.E_TURN_ABORTED, () -> stream.answer().get(20, TimeUnit.SECONDS));
    cell.goesOn("user cut", "work", "look");
  }

  private interface Call {
    Object get() throws Exception;
  }

  private static void fails(ErrorCode code, Call call) {
    assertThatThrownBy(call::get)
        .satisfies(
            e ->
                assertThat(e instanceof AgentTurnException ? e : e.getCause())
                    .isInstanceOfSatisfying(
                        AgentTurnException.class,
                        failed -> assertThat(failed.errorCode()).isEqualTo(code)));
  }

  /** One conversation in which the change of the model meets an event. */
  private static final class Cell {

    private final Place place;
    private final String name;
    private final Conversation conversation;

    private Cell(DatabaseKind database, String name) throws Exception {
      this.place = Place.of(database);
      this.name = name;
      this.conversation = place.process.conversation(name);
      place.told.clear();
    }

    private List<String> query(String sql) {
      return place.database.query(sql.replace("?", "'" + name + "'"));
    }

    private long transfers() throws Exception {
      return Files.exists(place.transfers)
          ? Files.readAllLines(place.transfers).stream().filter(name::equals).count()
          : 0;
    }

    private void comesTo(String where) {
      await().atMost(Duration.ofMinutes(1)).until(() -> place.told.contains(where));
    }

    private void decided(Answer asked) throws Exception {
      Answer answer = conversation.decide(asked.gate(), true);
      assertThat(answer.text()).isEqualTo("<transfer>");
      assertThat(answer.turnId()).isEqualTo(asked.turnId());
      assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("<transfer>");
      assertThat(transfers()).isEqualTo(1);
      goesOn("user pay", "work", "transfer", "assistant <transfer>");
    }

    private void charged() {
      assertThat(query("select tokens from adk_budget where level = 'conversation' and owner = ?"))
          .containsExactly(String.valueOf(FallbackProcess.GENERATIONS * FallbackModel.TOKENS));
    }

    /** The conversation has these records; nothing of it waits, and the next messages work. */
    private void goesOn(String... records) {
      has(List.of(records));
      assertThat(query("select state from adk_waiting_turn where conversation = ?"))
          .isSubsetOf("completed", "failed", "aborted");
      assertThat(query("select ref from adk_gate where state = 'open' and conversation = ?"))
          .isEmpty();
      assertThat(conversation.ask("next")).isEqualTo("ok");
      assertThat(conversation.ask("look")).isEqualTo("<look>");
      has(
          Stream.of(List.of(records), List.of("user next", "assistant ok"), LOOKED)
              .flatMap(List::stream)
              .toList());
    }

    /** In this order, with numbers that have neither a gap nor a double. */
    private void has(List<String> records) {
      assertThat(
              query(
                  "with mine as (select conversation, seq, role || ' ' || content as line from"
                      + " adk_message union all select conversation, seq, tool || case when is_error"
                      + " then '!' else '' end from adk_tool_call) select seq || ' ' || line from"
                      + " mine where conversation = ? order by seq"))
          .containsExactlyElementsOf(
              Stream.iterate(1, n -> n <= records.size(), n -> n + 1)
                  .map(n -> n + " " + records.get(n - 1))
                  .toList());
    }
  }

  /** A database in which a process was killed, and a process over it here. */
  private record Place(
      TestDatabase database, FallbackProcess process, Path transfers, Set<String> told) {

    private static Place of(DatabaseKind kind) throws Exception {
      Place known = PLACES.get(kind);
      Place place = known == null ? killed(kind) : known;
      PLACES.put(kind, place);
      return place;
    }

    /** Where all turns wait or have stopped. */
    private static Place killed(DatabaseKind kind) throws Exception {
      Address address = Address.of(kind, directory);
      Path transfers = directory.resolve("transfers-" + kind);
      ForkedJvm.killAfter(
          address.start(FallbackProcess.class, transfers.toString()),
          Set.of("pay stop", "hang", "look stop", "break stop"));
      TestDatabase database = address.open(10).alone();
      Set<String> told = ConcurrentHashMap.newKeySet();
      return new Place(
          database,
          new FallbackProcess(database.dataSource(), transfers, told::add, false),
          transfers,
          told);
    }

    private void close() {
      process.close();
      database.close();
    }
  }
}
