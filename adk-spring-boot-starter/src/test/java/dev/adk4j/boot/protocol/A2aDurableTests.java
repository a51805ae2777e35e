package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.value.Json;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tasks of A2A at two nodes over one database, whose turns are durable. */
@Timeout(120)
class A2aDurableTests {

  private static final String STREAM = "/a2a/demo/message:stream";

  @AutoClose private static DurableNodes nodes;

  private final ProtocolClient here = new ProtocolClient(nodes.first.base, "ann");
  private final ProtocolClient elsewhere = new ProtocolClient(nodes.second.base, "ann");

  @BeforeAll
  static void start() {
    nodes = new DurableNodes(DatabaseKind.H2);
  }

  @Test
  void everyNodeTellsTheSameUpdatesAlsoLater() {
    String message = message("Tell");

    Reply once = post(here, STREAM, message);
    Reply again = post(elsewhere, STREAM, message);
    String id = once.events().getFirst().at("/task/id").asString();

    assertThat(states(once)).endsWith("TASK_STATE_COMPLETED");
    assertThat(text(once)).isEqualTo(SceneScript.TEXT);
    assertThat(again.events()).isEqualTo(once.events());
    assertThat(task(elsewhere, id)).isEqualTo(task(here, id));
    assertThat(task(elsewhere, id).at("/artifacts/0/parts/0/text").asString())
        .isEqualTo(SceneScript.TEXT);
  }

  @Test
  void aTaskIsFollowedFromTheMiddleAtAnotherNode() {
    String id = begun("Tell");

    Reply followed = get(elsewhere, "/a2a/demo/tasks/" + id + ":subscribe");

    JsonNode task = followed.events().getFirst().path("task");
    String before = task.at("/artifacts/0/parts/0/text").asString("");
    assertThat(task.path("id").asString()).isEqualTo(id);
    assertThat(before + text(followed)).isEqualTo(SceneScript.TEXT);
    assertThat(states(followed)).endsWith("TASK_STATE_COMPLETED");
  }

  @Test
  void aTaskIsDecidedAtAnotherNode() {
    JsonNode asked =
        json(post(here, "/a2a/demo/message:send", message("Tell and refund"))).path("task");
    String id = asked.path("id").asString();
    JsonNode found = task(elsewhere, id);
    String decision =
        ProtocolClient.json(
            "{'message': {'messageId': 'd-%s', 'role': 'ROLE_USER', 'taskId': '%s', 'parts':"
                + " [{'data': {'gate': '%s', 'decision': 'resolve', 'value': {'approved':"
                + " true}}}]}}",
            id, id, asked.at("/status/message/parts/1/data/gate").asString());

    Reply done = post(elsewhere, STREAM, decision);
    JsonNode again = json(post(here, "/a2a/demo/message:send", decision)).path("task");

    assertThat(asked.at("/status/state").asString()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    assertThat(found.path("status")).isEqualTo(asked.path("status"));
    assertThat(found.path("contextId")).isEqualTo(asked.path("contextId"));
    assertThat(states(done))
        .containsExactly("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED");
    assertThat(text(done)).isEqualTo(SceneScript.TEXT);
    assertThat(again.path("artifacts")).isEqualTo(task(elsewhere, id).path("artifacts"));
    assertThat(again.path("status")).isEqualTo(task(elsewhere, id).path("status"));
  }

  @Test
  void aTaskIsCanceledAtAnotherNode() {
    String id = begun("Tell slowly");

    JsonNode canceled = json(post(elsewhere, "/a2a/demo/tasks/" + id + ":cancel", "{}"));

    assertThat(canceled.at("/status/state").asString()).isEqualTo("TASK_STATE_CANCELED");
    assertThat(task(here, id).path("status")).isEqualTo(canceled.path("status"));
  }

  @Test
  void aTaskIsKnownToItsCallerOnly() {
    String id = begun("Tell");

    assertThat(get(new ProtocolClient(nodes.second.base, "eve"), "/a2a/demo/tasks/" + id).status())
        .isEqualTo(404);
  }

  private String begun(String text) {
    String message =
        message(text)
            .replace("{\"message\"", "{\"configuration\":{\"returnImmediately\":true},\"message\"");
    return json(post(here, "/a2a/demo/message:send", message)).at("/task/id").asString();
  }

  private static String message(String text) {
    return ProtocolClient.json(
        "{'message': {'messageId': '%s', 'role': 'ROLE_USER', 'parts': [{'text': '%s'}]}}",
        UUID.randomUUID(), text);
  }

  private static Reply post(ProtocolClient client, String path, String body) {
    return client.post(path, body, "A2A-Version", "1.0");
  }

  private static Reply get(ProtocolClient client, String path) {
    return client.send("GET", path, null, "A2A-Version", "1.0");
  }

  private static JsonNode task(ProtocolClient client, String id) {
    return json(get(client, "/a2a/demo/tasks/" + id));
  }

  private static JsonNode json(Reply reply) {
    return Json.read(reply.body());
  }

  private static List<String> states(Reply reply) {
    return reply.events().stream()
        .map(
            event ->
                event
                    .at("/task/status/state")
                    .asString(event.at("/statusUpdate/status/state").asString("")))
        .filter(state -> !state.isEmpty())
        .toList();
  }

  private static String text(Reply reply) {
    return reply.events().stream()
        .map(event -> event.at("/artifactUpdate/artifact/parts/0/text").asString(""))
        .collect(Collectors.joining());
  }
}
