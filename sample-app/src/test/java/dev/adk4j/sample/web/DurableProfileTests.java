package dev.adk4j.sample.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.sample.SampleApplication;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;
import tools.jackson.databind.JsonNode;

/** Turns of the profile durable over HTTP. */
@SpringBootTest(
    classes = SampleApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:durable;DB_CLOSE_DELAY=-1",
      "sample.agent.delta-pause=100ms"
    })
@ActiveProfiles("durable")
@Timeout(300)
class DurableProfileTests extends SampleOverHttp {

  @Test
  void aTurnTellsItsAttemptAndItsNode() throws Exception {
    List<SseEvents.Event> events = api.say("sum", "2 * (3 + 4)");
    assertThat(events.getLast().name()).isEqualTo("end");
    String turnId = events.getLast().data().path("turnId").asString();
    JsonNode turn = api.json("/api/conversations/sum/turns/" + turnId);
    assertThat(turn.path("attempt").asInt()).isEqualTo(1);
    JsonNode stored = api.json("/actuator/adkturns/" + turnId);
    assertThat(turn.path("node").asString()).isNotEmpty();
    assertThat(stored.toString()).contains("\"" + turn.path("node").asString() + "\"");
    JsonNode entries = api.conversation("sum").path("entries");
    assertThat(entries.path(entries.size() - 1).at("/message/content").asString())
        .isEqualTo("2 * (3 + 4) = 14");
  }

  @Test
  void anApprovalLetsTheTurnGoOn() throws Exception {
    try (GateWatcher gate = GateWatcher.ask(api, "gate", "publish: First - wins")) {
      // a page that is loaded now finds the turn that waits
      assertThat(api.json("/api/conversations/gate/state").path("openTurns").path(0).asString())
          .isEqualTo(gate.gate().path("turnId").asString());
      assertThat(api.upload("gate", "notes.txt", "a note".getBytes(UTF_8)).body())
          .contains("E_TURN_OPEN");
      assertThat(api.postJson(gate.path(), "{\"decision\":\"approve\"}").statusCode())
          .isEqualTo(204);
      assertThat(gate.events())
          .extracting(SseEvents.Event::name)
          .containsOnlyOnce("turnGateOpen")
          .endsWith("end");
    }
    assertThat(api.conversation("gate").toString()).contains("Published the note");
  }

  @Test
  void aTurnThatIsStoppedKeepsWhatItSaid() throws Exception {
    CompletableFuture<String> turn = new CompletableFuture<>();
    CompletableFuture<List<SseEvents.Event>> said =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return api.say(
                    "stop",
                    "How do I run the sample?",
                    event -> {
                      if (event.name().equals("message")) {
                        turn.complete(event.data().path("turnId").asString());
                      }
                    });
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    String turnId = turn.get();
    assertThat(api.postJson("/api/conversations/stop/turns/" + turnId + "/stop", "{}").statusCode())
        .isEqualTo(204);
    said.get();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              JsonNode entries = api.conversation("stop").path("entries");
              JsonNode last = entries.path(entries.size() - 1).path("message");
              assertThat(last.path("partial").asBoolean()).isTrue();
              assertThat(last.path("content").asString()).isNotBlank();
            });
  }
}
