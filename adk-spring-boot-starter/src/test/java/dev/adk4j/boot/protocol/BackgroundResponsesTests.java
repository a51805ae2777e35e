package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.value.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** OpenAI's background responses on two nodes over one database. */
@Timeout(120)
@ExtendWith(Answers.class)
class BackgroundResponsesTests {

  @AutoClose private static DurableNodes nodes;

  private final ProtocolClient ann = new ProtocolClient(nodes.first.base, "ann");
  private final ProtocolClient elsewhere = new ProtocolClient(nodes.second.base, "ann");

  @BeforeAll
  static void start() {
    nodes = new DurableNodes(DatabaseKind.H2);
  }

  private Reply create(String fields) {
    return ann.post(
        "/v1/responses", json("{'model':'demo','background':true,%s}".formatted(fields)));
  }

  private static String id(Reply created) {
    assertThat(created.status()).as(created.body()).isEqualTo(200);
    return Json.read(created.body()).path("id").asString();
  }

  /** Returns the response when it has ended, as the other node tells it. */
  private JsonNode ended(String id) {
    return Awaitility.await()
        .until(
            () -> Json.read(elsewhere.get("/v1/responses/" + id).body()),
            now -> !List.of("queued", "in_progress").contains(now.path("status").asString()));
  }

  private List<String> events(ProtocolClient client, String id, String more) {
    return events(client.get("/v1/responses/" + id + "?stream=true" + more));
  }

  private static List<String> events(Reply stream) {
    assertThat(stream.status()).as(stream.body()).isEqualTo(200);
    return stream.body().lines().filter(line -> line.startsWith("data: {")).toList();
  }

  @Test
  void clientsOfNpmReadThemAtAnotherNode() throws Exception {
    assertThat(
            NpmClients.run(
                "openai-background.mjs",
                Map.of(
                    "OPENAI_URL",
                    nodes.first.base + "/v1",
                    "OTHER_URL",
                    nodes.second.base + "/v1")))
        .endsWith("ok\n");
  }

  @Test
  void aLaterReaderReceivesTheBytesOfALiveOneFromEachEventOn() {
    Reply stream = create("'input':'Tell','stream':true");
    List<String> live = events(stream);
    String id = stream.event("response.created").path("response").path("id").asString();

    assertThat(events(elsewhere, id, "")).hasSizeGreaterThan(8).isEqualTo(live);
    for (int after = 0; after < live.size(); after++) {
      assertThat(events(elsewhere, id, "&starting_after=" + after))
          .isEqualTo(live.subList(after + 1, live.size()));
    }
  }

  @Test
  void aResponseThatWaitedStaysTheSameAfterTheDecision() {
    String asked = id(create("'input':'Tell and refund'"));
    JsonNode waits = ended(asked);
    List<String> before = events(ann, asked, "");

    String approved =
        id(
            create(
                "'previous_response_id':'%s','input':[{'type':'mcp_approval_response','approve':true,'approval_request_id':'%s'}]"
                    .formatted(asked, waits.at("/output/1/id").asString())));

    assertThat(ended(approved).at("/output/0/content/0/text").asString())
        .isEqualTo(SceneScript.TEXT);
    assertThat(ended(asked)).isEqualTo(waits);
    assertThat(events(elsewhere, asked, "")).isEqualTo(before);
  }

  @Test
  void aMessageIsRefusedWhileAResponseOfItsConversationWaits() {
    ended(id(create("'conversation':'waits','input':'Tell and refund'")));

    Reply next = create("'conversation':'waits','input':'Tell'");

    assertThat(next.status()).as(next.body()).isEqualTo(409);
    assertThat(Json.read(next.body()).at("/error/code").asString()).isEqualTo("approval_pending");
  }

  @Test
  void aResponseInTheQueueIsCanceledWithoutARun() {
    String running = id(create("'conversation':'queue','input':'wait canceled'"));
    String queued = id(create("'conversation':'queue','input':'Tell'"));
    assertThat(Json.read(elsewhere.get("/v1/responses/" + queued).body()).path("status").asString())
        .isEqualTo("queued");

    Reply canceled = elsewhere.send("POST", "/v1/responses/" + queued + "/cancel", null);

    assertThat(Json.read(canceled.body()).path("status").asString()).isEqualTo("cancelled");
    assertThat(events(ann, queued, "")).hasSize(4);
    create("'conversation':'beside','input':'go canceled'");
    assertThat(ended(running).path("status").asString()).isEqualTo("completed");
  }

  @Test
  void aResponseWhoseEventsArePrunedHasItsText() {
    String id = id(create("'input':'Tell'"));
    ended(id);
    nodes.first.context.getBean(TurnLog.class).prune(Instant.now().plus(Duration.ofHours(1)));

    JsonNode later = ended(id);

    assertThat(later.path("status").asString()).isEqualTo("completed");
    assertThat(later.at("/output/0/content/0/text").asString()).isEqualTo(SceneScript.TEXT);
  }

  @Test
  void aRepeatedRequestIsTheSameResponse() {
    String body = json("{'model':'demo','background':true,'input':'Tell'}");
    Reply once = ann.post("/v1/responses", body, "Idempotency-Key", "k-1");
    Reply again = elsewhere.post("/v1/responses", body, "Idempotency-Key", "k-1");

    assertThat(again.body()).isEqualTo(once.body());
  }

  @Test
  void filesAreRefused() {
    Reply refused =
        create(
            "'input':[{'role':'user','content':[{'type':'input_image','image_url':"
                + "'data:image/png;base64,AQID'}]}]");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(Json.read(refused.body()).at("/error/param").asString()).isEqualTo("background");
  }

  @ParameterizedTest
  @ValueSource(strings = {"adk.durable.events-keep=0", "adk.durable.enabled=false"})
  void anApplicationWithoutDurableTurnsRefusesThem(String property) {
    try (ProtocolsScene plain =
        ProtocolsScene.node(nodes.database, property, "adk.durable.protocols=false")) {
      ProtocolClient client = new ProtocolClient(plain.base, "ann");
      Reply refused =
          client.post("/v1/responses", json("{'model':'demo','background':true,'input':'Tell'}"));

      JsonNode error = Json.read(refused.body()).path("error");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(error.path("code").asString()).isEqualTo("unsupported_value");
      assertThat(error.path("param").asString()).isEqualTo("background");
      assertThat(error.path("message").asString())
          .contains("adk.durable.enabled", "adk.durable.events-keep");
    }
  }
}
