package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.value.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Durable turns as streams, on two nodes over one database. */
@Timeout(180)
class DurableStreamTests {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();

  /** The slow tier has the other one. */
  DatabaseKind kind() {
    return DatabaseKind.H2;
  }

  private HttpRequest.Builder request(ProtocolsScene node, String user, String path) {
    return HttpRequest.newBuilder(URI.create(node.base + path))
        .header("Authorization", "Bearer " + user);
  }

  private String say(ProtocolsScene node, String conversation, String text) throws Exception {
    HttpResponse<String> said =
        http.send(
            request(node, "ann", "/conversations/" + conversation + "/turns")
                .POST(HttpRequest.BodyPublishers.ofString(text))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(said.statusCode()).as(said.body()).isEqualTo(200);
    return said.body();
  }

  private HttpResponse<Stream<String>> open(
      ProtocolsScene node, String user, String conversation, String turn, String last)
      throws Exception {
    HttpRequest.Builder request =
        request(node, user, "/conversations/" + conversation + "/turns/" + turn + "/events");
    if (last != null) {
      request.header("Last-Event-ID", last);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofLines());
  }

  /** All events until the end; each with its id, name and data. */
  private List<String> events(ProtocolsScene node, String conversation, String turn, String last)
      throws Exception {
    HttpResponse<Stream<String>> response = open(node, "ann", conversation, turn, last);
    assertThat(response.statusCode()).isEqualTo(200);
    try (Stream<String> lines = response.body()) {
      String all =
          lines.filter(line -> !line.startsWith(":")).collect(Collectors.joining("\n")).strip();
      return new ArrayList<>(
          Stream.of(all.split("\n\n+")).filter(event -> event.contains("data:")).toList());
    }
  }

  private static String id(String event) {
    return event.lines().findFirst().orElseThrow().substring("id:".length());
  }

  private static String name(String event) {
    return event.lines().skip(1).findFirst().orElseThrow().substring("event:".length());
  }

  private static String text(List<String> events) {
    return events.stream()
        .filter(event -> name(event).equals("message"))
        .map(event -> Json.mapper().readTree(event.substring(event.indexOf("data:") + 5)))
        .map(data -> data.path("delta").asString())
        .collect(Collectors.joining());
  }

  /** The nodes of all tests that set nothing of their own. */
  private static @Nullable DurableNodes shared;

  private DurableNodes shared() {
    if (shared == null) {
      shared = new DurableNodes(kind());
    }
    return shared;
  }

  @AfterAll
  static void close() {
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }

  private final String talk = UUID.randomUUID().toString();

  /** Whoever decides before goes on from what was told by then. */
  private static void awaitToldOfTheWait(DurableNodes nodes, String turn) {
    String told =
        "select count(*) from adk_turn_event where data like '%%waiting%%' and turn_id = '%s'"
            .formatted(turn);
    await().atMost(PATIENCE).until(() -> nodes.database.count(told) == 1);
  }

  @Test
  void aStreamThatIsCutAnywhereGoesOnAtAnotherNodeWithTheSameBytes() throws Exception {
    DurableNodes nodes = shared();
    String turn = say(nodes.first, talk, "Tell");
    CompletableFuture<List<String>> elsewhere =
        CompletableFuture.supplyAsync(
            () -> unchecked(() -> events(nodes.second, talk, turn, null)));
    List<String> whole = events(nodes.first, talk, turn, null);

    assertThat(elsewhere.get()).isEqualTo(whole);
    assertThat(text(whole)).isEqualTo(SceneScript.TEXT);
    assertThat(whole.stream().map(DurableStreamTests::name))
        .containsSubsequence("thought", "toolCall", "iterationEnd", "message", "end")
        .doesNotContain("reset")
        .containsOnlyOnce("end");
    assertThat(whole.size()).isGreaterThan(8);
    assertThat(name(whole.getLast())).isEqualTo("end");
    for (int i = 0; i < whole.size() - 1; i++) {
      assertThat(events(i % 2 == 0 ? nodes.first : nodes.second, talk, turn, id(whole.get(i))))
          .as("after event %d", i)
          .isEqualTo(whole.subList(i + 1, whole.size()));
    }
    assertThat(open(nodes.second, "ann", talk, turn, id(whole.getLast())).statusCode())
        .isEqualTo(204);
    assertThat(events(nodes.second, talk, turn, null)).isEqualTo(whole);
  }

  @Test
  void aReaderFollowsATurnThatWaitsAndGoesOn() throws Exception {
    DurableNodes nodes = shared();
    String turn = say(nodes.first, talk, "Tell and refund");
    CompletableFuture<List<String>> live =
        CompletableFuture.supplyAsync(
            () -> unchecked(() -> events(nodes.second, talk, turn, null)));
    Conversation conversation = nodes.second.conversation("ann", talk);
    awaitToldOfTheWait(nodes, turn);
    WaitingGate gate = conversation.waiting().orElseThrow().gates().getFirst();
    assertThat(live).isNotDone();

    nodes.second.decide(conversation, gate.id(), "ann");

    List<String> whole = live.get();
    assertThat(whole.stream().map(DurableStreamTests::name))
        .containsSubsequence("turnGateOpen", "waiting", "toolCall", "message", "end")
        .doesNotContain("reset")
        .containsOnlyOnce("end");
    assertThat(text(whole)).isEqualTo("Refunding. " + SceneScript.TEXT);
    assertThat(events(nodes.first, talk, turn, null)).isEqualTo(whole);
  }

  @Test
  void whatWasStoredAndNeverToldIsToldByWhoeverGoesOn() throws Exception {
    DurableNodes nodes = shared();
    String turn = say(nodes.first, talk, "Tell and refund");
    Conversation conversation = nodes.second.conversation("ann", talk);
    awaitToldOfTheWait(nodes, turn);
    // as if the process had died after the commit, before it told of it
    nodes.database.execute(
        "delete from adk_turn_event where turn_id = '%s' and seq > (select min(seq) from adk_turn_event where turn_id = '%s')"
            .formatted(turn, turn));

    WaitingGate gate = conversation.waiting().orElseThrow().gates().getFirst();
    nodes.second.decide(conversation, gate.id(), "ann");

    List<String> whole = events(nodes.first, talk, turn, null);
    assertThat(text(whole)).isEqualTo("Refunding. " + SceneScript.TEXT);
    assertThat(whole.stream().map(DurableStreamTests::name))
        .containsSubsequence("reset", "message", "toolCall", "end")
        .containsOnlyOnce("reset", "end");
  }

  @Test
  void aTurnThatFailsTellsItsErrorAndOneEnd() throws Exception {
    DurableNodes nodes = shared();
    String turn = say(nodes.first, talk, "fail");
    List<String> whole = events(nodes.second, talk, turn, null);

    assertThat(whole.stream().map(DurableStreamTests::name))
        .containsSubsequence("message", "error", "end")
        .containsOnlyOnce("end");
    assertThat(whole.getLast()).contains("\"failed\"");
    assertThat(whole).noneMatch(event -> event.contains("secret"));
  }

  @Test
  void nobodyElseLearnsOfATurn() throws Exception {
    // the queue's statements would be counted, too
    try (DurableNodes nodes =
        new DurableNodes(kind(), "adk.durable.poll=1h", "adk.durable.heartbeat=10m")) {
      String turn = say(nodes.first, talk, "Tell");
      String last = id(events(nodes.first, talk, turn, null).getFirst());
      open(nodes.second, "ann", talk, "first", null); // a pool's first connection asks more
      CountedStatements counted = nodes.second.context.getBean(CountedStatements.class);
      List<String> answers = new ArrayList<>();
      List<Integer> statements = new ArrayList<>();
      for (String[] asks :
          List.of(
              new String[] {"ann", talk, "unknown"},
              new String[] {"ann", talk + "-other", turn},
              new String[] {"eve", talk, turn})) {
        for (String after : new String[] {null, last.replace(turn, asks[2])}) {
          int before = counted.count();
          HttpResponse<Stream<String>> response =
              open(nodes.second, asks[0], asks[1], asks[2], after);
          String body = response.body().collect(Collectors.joining("\n"));
          statements.add(counted.count() - before);
          answers.add(
              response.statusCode()
                  + " "
                  + body.replace(asks[2], "TURN").replace("/" + asks[1] + "/", "/C/"));
        }
      }
      assertThat(answers)
          .allMatch(answer -> answer.startsWith("404"))
          .containsOnly(answers.getFirst());
      assertThat(statements).containsOnly(statements.getFirst());
    }
  }

  @Test
  void theEndIsToldWhereTheProcessThatEndedTheTurnDidNot() throws Exception {
    DurableNodes nodes = shared();
    String turn = say(nodes.first, talk, "Tell");
    List<String> whole = events(nodes.first, talk, turn, null);
    // as if the process had died before the last row was written
    nodes.database.execute(
        "delete from adk_turn_event where turn_id = '%s' and seq = (select max(seq) from adk_turn_event where turn_id = '%s')"
            .formatted(turn, turn));

    List<String> mended = events(nodes.second, talk, turn, null);

    assertThat(text(mended)).isEqualTo(SceneScript.TEXT);
    assertThat(mended.stream().map(DurableStreamTests::name)).containsOnlyOnce("end");
    assertThat(whole).startsWith(mended.getFirst());
    assertThat(events(nodes.first, talk, turn, null)).isEqualTo(mended);
  }

  @Test
  void oldEventsArePruned() throws Exception {
    try (DurableNodes nodes =
        new DurableNodes(kind(), "adk.durable.events-keep=1ms", "adk.jdbc.clean-up.interval=1s")) {
      String turn = say(nodes.first, talk, "Tell");
      events(nodes.first, talk, turn, null);

      await()
          .atMost(PATIENCE)
          .until(() -> nodes.database.count("select count(*) from adk_turn_event") == 0);
    }
  }

  private interface Reading<T> {
    T read() throws Exception;
  }

  private static <T> T unchecked(Reading<T> reading) {
    try {
      return reading.read();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
