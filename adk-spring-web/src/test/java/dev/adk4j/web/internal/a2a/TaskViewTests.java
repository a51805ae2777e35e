package dev.adk4j.web.internal.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one reader of a task is told. */
class TaskViewTests {

  private static final Conversation CONVERSATION =
      AgentClient.builder(
              TurnRunner.builder()
                  .storage(new InMemoryStorageAdapter())
                  .executor(ScriptedExecutor.of(Script.empty()))
                  .build())
          .systemPrompt("")
          .build()
          .conversation("ann", "c1");

  private static final StreamEvent PIECE =
      new StreamEvent(1, "message", null, new StreamEvent.Piece("t", "m1", null, "One "));
  private static final StreamEvent WHOLE =
      event(3, "message", "'id': 'm1', 'delta': 'One two', 'complete': true, 'full': 'One two'");
  private static final StreamEvent END =
      event(4, "end", "'at': '2026-11-27T12:00:00Z', 'status': 'completed'");

  private final TaskView task = view();

  private static TaskView view() {
    return new TaskView(
        new A2aTask(Ids.next(), "c1", "ann", CONVERSATION, null),
        new ProtocolGates(
            null, new ProtocolCaller(Scope.DEFAULT.withSubject("ann"), null), CONVERSATION),
        true);
  }

  private static StreamEvent event(long number, String name, String fields) {
    return new StreamEvent(
        number, name, "{'v': 1, 'n': %d, %s}".formatted(number, fields).replace('\'', '"'), null);
  }

  @Test
  void emptiesTheTextOfAProcessThatDied() {
    task.begin();
    List<ObjectNode> first = updates(PIECE);
    List<ObjectNode> reset = updates(event(2, "reset", "'ids': ['m1']"));
    List<ObjectNode> again = updates(WHOLE);

    assertThat(first).extracting(TaskViewTests::told).containsExactly("WORKING", "false One ");
    assertThat(reset).extracting(TaskViewTests::told).containsExactly("false ");
    assertThat(again).extracting(TaskViewTests::told).containsExactly("false One two");
  }

  @Test
  void readsTheSameTextLater() {
    for (StreamEvent event : List.of(PIECE, event(2, "reset", "'ids': ['m1']"), WHOLE, END)) {
      task.take(event);
    }

    assertThat(text()).isEqualTo("One two");
    assertThat(task.json(0, true).at("/status/state").asString()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(task.json(0, true).at("/status/timestamp").asString())
        .isEqualTo("2026-11-27T12:00:00Z");
  }

  @Test
  void readsAWholeTextWhoseFirstPiecesAreNoLongerHeld() {
    task.take(event(2, "message", "'id': 'm1', 'delta': 'o', 'complete': true, 'full': 'One two'"));

    assertThat(text()).isEqualTo("One two");
  }

  @Test
  void knowsTheTimeAtWhichItsTurnBegan() {
    assertThat(Duration.between(task.at(), Instant.now()))
        .isBetween(Duration.ofMinutes(-1), Duration.ofMinutes(1));
  }

  private String text() {
    return task.json(0, true).at("/artifacts/0/parts/0/text").asString();
  }

  private List<ObjectNode> updates(StreamEvent event) {
    StreamEvent.Piece piece = event.piece();
    return task.event(event.name(), piece != null ? piece.json() : Json.read(event.data()));
  }

  private static String told(ObjectNode update) {
    JsonNode artifact = update.path("artifactUpdate");
    return artifact.isMissingNode()
        ? update.at("/statusUpdate/status/state").asString().replace("TASK_STATE_", "")
        : artifact.path("append").asBoolean()
            + " "
            + artifact.at("/artifact/parts/0/text").asString();
  }
}
