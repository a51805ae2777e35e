package dev.adk4j.jdbc;

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
import dev.adk4j.event.AgentEvent;
import dev.adk4j.prompt.LlmErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each feature with each event in its middle: afterwards no record is lost, half or doubled,
 * results are in order, and the next message works. One killed process for each database serves all
 * its cells.
 */
@Tag("slow")
@Timeout(60)
class FeatureEventTests {

  private static final Map<DatabaseKind, Place> PLACES = new EnumMap<>(DatabaseKind.class);

  private static final String APPENDED =
      "select %s from adk_message where conversation = 'appended'";

  @TempDir private static Path directory;

  static Stream<Arguments> cells() {
    return Stream.of(DatabaseKind.values())
        .flatMap(kind -> Stream.of(Feature.values()).map(feature -> Arguments.of(kind, feature)));
  }

  @AfterAll
  static void close() {
    PLACES.values().forEach(Place::close);
    PLACES.clear();
  }

  // --- gates

  @ParameterizedTest
  @MethodSource("cells")
  void aGateIsDecided(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "gate", feature);
    Answer asked = cell.conversation.send("pay");
    assertThat(asked.gates()).hasSize(1);
    assertThat(cell.transfers()).isZero();
    cell.decided(asked);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aKillWhileTheGateWaitsLosesNothing(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "waiting", feature);
    assertThat(cell.transfers()).isZero();
    cell.decided(
        catchThrowableOfType(
                AgentWaitingException.class, () -> cell.conversation.ask("Are you there?"))
            .answer());
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aKillAfterTheDecisionLetsTheTurnGoOnElsewhere(DatabaseKind kind, Feature feature)
      throws Exception {
    Cell cell = new Cell(kind, "deciding", feature);
    String outer =
        cell.query(
                "select turn_id from adk_waiting_turn where conversation = '%s' and memo not like"
                    + " '%%\"outer\"%%'")
            .getFirst();
    Answer answer = cell.conversation.answer(outer);
    cell.ended("pay", feature.answer("paid"));
    assertThat(answer.text()).isEqualTo(feature.answer("paid"));
    assertThat(cell.transfers()).isEqualTo(1);
    cell.nextMessageWorks();
  }

  // --- a kill without a gate

  @ParameterizedTest
  @MethodSource("cells")
  void aKillOfTheRunningTurnKeepsWhatWasStored(DatabaseKind kind, Feature feature)
      throws Exception {
    Cell cell = new Cell(kind, "running", feature);
    cell.has(feature.before("look"));
    cell.nextMessageWorks();
  }

  @ParameterizedTest
  @EnumSource
  void aKillBetweenAppendsOfAChatMemoryLeavesNoHalf(DatabaseKind kind) throws Exception {
    Place place = Place.of(kind);
    long before = place.database.count(APPENDED.formatted("count(*)"));
    assertThat(before).isGreaterThan(60).matches(count -> count % 3 == 0);
    place.process.append((int) before / 3 - 1); // what is there already
    place.process.append((int) before / 3);
    assertThat(place.database.query(APPENDED.formatted("count(distinct id), min(seq), max(seq)")))
        .containsExactly("%1$d|1|%1$d".formatted(before + 3));
    assertThat(
            place.process.history().search(FeatureProcess.APPENDED, "lamp " + before / 3, 5, null))
        .isNotEmpty();
  }

  // --- budgets

  @ParameterizedTest
  @MethodSource("cells")
  void aBudgetRunsOut(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "budget", feature);
    assertThatThrownBy(() -> cell.conversation.send("spend")).satisfies(Cell::isOutOfBudget);
    cell.has(feature.spent("spend", "look"));
    cell.charged();
    cell.nextMessageWorks();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aBudgetRunsOutBehindAGate(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "gate-budget", feature);
    Answer asked = cell.conversation.send("pay and spend");
    assertThatThrownBy(() -> cell.conversation.decide(asked.gate(), true))
        .satisfies(Cell::isOutOfBudget);
    cell.has(feature.spent("pay and spend", "transfer"));
    assertThat(cell.transfers()).isEqualTo(1);
    cell.charged();
    cell.nothingWaits();
    cell.nextMessageWorks();
  }

  // --- aborts and streams

  @ParameterizedTest
  @MethodSource("cells")
  void anAbortEndsWhatHangs(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "abort", feature);
    AgentStream stream = cell.conversation.stream("hang");
    CompletableFuture<Answer> answer = inTime(stream.answer());
    cell.hangs();
    stream.abort();
    assertThatThrownBy(answer::join).satisfies(Cell::isAborted);
    cell.has(feature.before("hang"));
    cell.nextMessageWorks();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aStreamIsReadToItsEnd(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "stream", feature);
    EventReader reader = EventReader.of(cell.conversation.stream("look"));
    assertThat(reader.whole()).isEqualTo(feature.answer("looked"));
    assertThat(reader.events.getLast())
        .isInstanceOfSatisfying(
            AgentStream.End.class,
            end -> assertThat(end.answer().text()).isEqualTo(feature.answer("looked")));
    assertThat(reader.events.stream().map(AgentEvent::turnId).distinct()).hasSize(1);
    cell.ended("look", feature.answer("looked"));
    cell.nextMessageWorks();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aStreamIsCutInTheTool(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "cut-tool", feature);
    AgentStream stream = cell.conversation.stream("hang");
    EventReader reader = EventReader.of(stream);
    CompletableFuture<Answer> answer = inTime(stream.answer());
    cell.hangs();
    reader.cancel();
    assertThatThrownBy(answer::join).satisfies(Cell::isAborted);
    cell.has(feature.before("hang"));
    cell.nextMessageWorks();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aStreamIsCutInTheAnswer(DatabaseKind kind, Feature feature) throws Exception {
    Cell cell = new Cell(kind, "cut-answer", feature);
    AgentStream stream = cell.conversation.stream("cut");
    EventReader reader = EventReader.of(stream, EventReader::isText);
    assertThatThrownBy(inTime(stream.answer())::join).satisfies(Cell::isAborted);
    assertThat(reader.text()).doesNotContain("1234");
    cell.has(feature.cut());
    cell.nextMessageWorks();
  }

  private static CompletableFuture<Answer> inTime(CompletableFuture<Answer> answer) {
    return answer.copy().orTimeout(20, TimeUnit.SECONDS);
  }

  /** One conversation in which a feature meets an event. */
  private static final class Cell {

    private final Place place;
    private final Feature feature;
    private final String name;
    private final Conversation conversation;
    private List<String> stored = List.of();

    private Cell(DatabaseKind kind, String event, Feature feature) throws Exception {
      this.place = Place.of(kind);
      this.feature = feature;
      this.name = event + "-" + feature;
      this.conversation = place.process.conversation(event, feature);
    }

    private List<String> query(String sql) {
      return place.database.query(sql.formatted(name));
    }

    private long transfers() throws Exception {
      return Files.exists(place.transfers)
          ? Files.readAllLines(place.transfers).stream().filter(name::equals).count()
          : 0;
    }

    private void hangs() {
      await().atMost(Duration.ofMinutes(1)).until(() -> place.told.contains("HANGS " + name));
    }

    private void decided(Answer asked) throws Exception {
      Answer answer = conversation.decide(asked.gate(), true);
      assertThat(answer.text()).isEqualTo(feature.answer("paid"));
      assertThat(answer.turnId()).isEqualTo(asked.turnId());
      assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo(answer.text());
      assertThat(transfers()).isEqualTo(1);
      ended("pay", answer.text());
      assertThat(
              query(
                  "select d.actor from adk_gate_decision d join adk_gate g on g.tenant = d.tenant"
                      + " and g.decision_id = d.id where g.conversation = '%1$s' or g.conversation"
                      + " like '%1$s/~%%'"))
          .containsExactly("boss");
      nextMessageWorks();
    }

    private void ended(String word, String answer) {
      has(feature.whole(word, answer));
      nothingWaits();
    }

    private void nothingWaits() {
      assertThat(
              query(
                  "select state from adk_waiting_turn where (conversation = '%1$s' or conversation"
                      + " like '%1$s/~%%')"))
          .isSubsetOf("completed", "failed", "aborted");
      assertThat(
              query(
                  "select ref from adk_gate where state = 'open' and (conversation = '%1$s' or"
                      + " conversation like '%1$s/~%%')"))
          .isEmpty();
    }

    /** What the conversation has; and no record of it, or within it, is lost, half or doubled. */
    private void has(List<String> records) {
      stored = records;
      assertThat(
              query(
                  "select seq, role || ' ' || content as line from adk_message where conversation ="
                      + " '%1$s' union all select seq, tool || case when is_error then '!' else ''"
                      + " end from adk_tool_call where conversation = '%1$s' order by seq"))
          .extracting(row -> row.substring(row.indexOf('|') + 1))
          .containsExactlyElementsOf(records);
      for (String row :
          query(
              "select c.conversation, c.last_seq, count(r.id), count(distinct r.id), min(r.seq),"
                  + " max(r.seq) from adk_conversation c join (select conversation, id, seq from"
                  + " adk_message union all select conversation, id, seq from adk_tool_call) r on"
                  + " r.conversation = c.conversation where c.conversation = '%1$s' or"
                  + " c.conversation like '%1$s/~%%' group by c.conversation, c.last_seq")) {
        String[] numbers = row.split("\\|");
        assertThat(numbers).as(row).endsWith(numbers[1], numbers[1], numbers[1], "1", numbers[1]);
      }
    }

    private void charged() {
      assertThat(
              query("select tokens from adk_budget where level = 'conversation' and owner = '%s'"))
          .containsExactly(String.valueOf(FeatureProcess.GENERATIONS * FeatureProcess.TOKENS));
    }

    private void nextMessageWorks() {
      List<String> before = stored;
      assertThat(conversation.ask("next")).isEqualTo("ok");
      assertThat(conversation.ask("look")).isEqualTo(feature.answer("looked"));
      has(
          Stream.of(
                  before,
                  List.of("user next", "assistant ok"),
                  feature.whole("look", feature.answer("looked")))
              .flatMap(List::stream)
              .toList());
    }

    private static void isOutOfBudget(Throwable e) {
      assertThat(e)
          .isInstanceOfSatisfying(
              AgentTurnException.class,
              failed -> assertThat(failed.errorCode()).isEqualTo(LlmErrorCode.E_BUDGET_EXCEEDED));
    }

    private static void isAborted(Throwable e) {
      assertThat(e).isInstanceOf(CompletionException.class);
      assertThat(e.getCause())
          .isInstanceOfSatisfying(
              AgentTurnException.class,
              failed -> assertThat(failed.errorCode()).isEqualTo(AdkErrorCode.E_TURN_ABORTED));
    }
  }

  /** A database in which a process was killed, and a process over it here. */
  private record Place(
      TestDatabase database, FeatureProcess process, Path transfers, Set<String> told) {

    private static Place of(DatabaseKind kind) throws Exception {
      synchronized (PLACES) {
        Place known = PLACES.get(kind);
        Place place = known == null ? killed(kind) : known;
        PLACES.put(kind, place);
        return place;
      }
    }

    private static Place killed(DatabaseKind kind) throws Exception {
      Address address = Address.of(kind, directory);
      Path transfers = directory.resolve("transfers-" + kind);
      ForkedJvm.killAfter(address.start(FeatureProcess.class, transfers.toString()), stopped());
      TestDatabase database = address.open(10).alone();
      Set<String> told = ConcurrentHashMap.newKeySet();
      return new Place(
          database, new FeatureProcess(database, transfers, told::add, false), transfers, told);
    }

    /** What it says where all turns wait or have stopped. */
    private static Set<String> stopped() {
      return Stream.concat(
              Stream.of("APPENDED 20"),
              Stream.of(Feature.values())
                  .flatMap(f -> Stream.of("STOPPED running-" + f, "STOPPED deciding-" + f)))
          .collect(Collectors.toSet());
    }

    private void close() {
      process.close();
      database.close();
    }
  }
}
