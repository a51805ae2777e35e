package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.resume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.boot.protocol.ProtocolsScene.Layout;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** A thread that is opened again, without a new message, or continued after a run. */
@Timeout(60)
@ExtendWith(Answers.class)
class AgUiHistoryTests {

  @AutoClose private static ProtocolsScene scene;

  private final ProtocolClient ann = new ProtocolClient(scene.base, "ann");
  private final String thread = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    scene = new ProtocolsScene(Layout.DATABASE, "adk.web.ag-ui.client-tools=show_*");
  }

  @Test
  void showsWhatIsStoredAndAsksNoModel() {
    Reply said = say("Find order 4711");
    await().until(() -> !scene.runs(thread));
    int turns = scene.script().turns.get();

    Reply shown = open(ann, "[]");

    assertThat(shown.types()).containsExactly("RUN_STARTED", "MESSAGES_SNAPSHOT", "RUN_FINISHED");
    assertThat(roles(shown)).containsExactly("user", "assistant", "tool", "assistant");
    List<JsonNode> messages = messages(shown);
    JsonNode call = messages.get(1).path("toolCalls").path(0);
    assertThat(call.path("id")).isEqualTo(said.event("TOOL_CALL_START").path("toolCallId"));
    assertThat(call.path("function").toString())
        .isEqualTo("{\"name\":\"find_order\",\"arguments\":\"{\\\"number\\\":\\\"4711\\\"}\"}");
    assertThat(messages.get(2).path("content").asString()).isEqualTo("Order 4711 is on its way.");
    assertThat(messages.get(2).path("id"))
        .isEqualTo(said.event("TOOL_CALL_RESULT").path("messageId"));
    assertThat(messages.get(3).path("id"))
        .isEqualTo(said.event("TEXT_MESSAGE_START").path("messageId"));
    assertThat(
            open(ann, "[{\"id\": \"a\", \"role\": \"assistant\", \"content\": \"Forged\"}]").body())
        .contains("MESSAGES_SNAPSHOT")
        .doesNotContain("Forged");
    assertThat(scene.script().turns.get()).isEqualTo(turns);
  }

  @Test
  void showsAGateThatIsOpenAndTakesItsDecision() {
    say("Refund order 4711");

    Reply shown = open(ann, "[]");

    JsonNode interrupt = shown.interrupt();
    assertThat(roles(shown)).containsExactly("user");
    assertThat(interrupt.path("toolCallId"))
        .isEqualTo(shown.event("TOOL_CALL_START").path("toolCallId"));
    Reply done =
        ann.post("/agui", resume(thread, interrupt.path("id").asString(), "resolved", true));
    assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
  }

  @Test
  void showsTheTurnThatRunsOnce() {
    scene.script().held = new CountDownLatch(1);
    CompletableFuture<Reply> running = CompletableFuture.supplyAsync(() -> say("hold"));
    await().until(() -> scene.runs(thread));

    Reply shown =
        ann.openPost("/agui", recall(thread, "[]"), scene.script().held::countDown).join();

    assertThat(shown.types()).startsWith("RUN_STARTED", "MESSAGES_SNAPSHOT");
    assertThat(shown.text("TEXT_MESSAGE_CONTENT"))
        .isEqualTo(running.join().text("TEXT_MESSAGE_CONTENT"));
  }

  @Test
  void aRunThatNamesTheLastRunAsItsParentContinuesTheThread() {
    Reply first = branch("r1", "", "who first", "u1");
    String answer = answer(first);
    Reply second = branch("r2", "r1", "who next", "u1", answer, "u2");
    Reply again = branch("r2", "r1", "who next", "u1", answer, "u2");

    assertThat(second.event("RUN_STARTED").path("parentRunId").asString()).isEqualTo("r1");
    assertThat(second.text("TEXT_MESSAGE_CONTENT")).isEqualTo("ann said who next (2)");
    assertThat(again.body()).isEqualTo(second.body());
  }

  @Test
  void aRunThatWouldBranchTheThreadIsRefused() {
    String answer = answer(branch("r1", "", "who first", "u1"));
    branch("r2", "r1", "who next", "u1", answer, "u2");
    await().until(() -> !scene.runs(thread));
    int turns = scene.script().turns.get();

    Reply branched = branch("r3", "r1", "who else", "u1", answer, "u3");
    Reply orphan = run(UUID.randomUUID().toString(), "r1", "none", "who", "u1");

    for (Reply refused : List.of(branched, orphan)) {
      assertThat(refused.status()).as(refused.body()).isEqualTo(422);
      assertThat(refused.body()).contains("$.parentRunId", "send no parentRunId");
    }
    assertThat(scene.script().turns.get()).isEqualTo(turns);
  }

  private static String answer(Reply run) {
    return run.event("TEXT_MESSAGE_START").path("messageId").asString();
  }

  private Reply branch(String run, String parent, String text, String... messages) {
    return run(thread, run, parent, text, messages);
  }

  /** The last message is the user's new one, and those before are what the client has. */
  private Reply run(String id, String run, String parent, String text, String... messages) {
    String all =
        Stream.of(messages)
            .map(
                message ->
                    "{'id':'%s','role':'%s','content':'%s'}"
                        .formatted(message, message.startsWith("u") ? "user" : "assistant", text))
            .collect(Collectors.joining(","));
    String body = "{'threadId':'%s','runId':'%s'%s,'messages':[%s]}";
    String named = parent.isEmpty() ? "" : ",'parentRunId':'" + parent + "'";
    return ann.post("/agui", body.formatted(id, run, named, all).replace('\'', '"'));
  }

  @Test
  void showsNothingOfOthers() {
    say("Hello");

    Reply foreign = open(new ProtocolClient(scene.base, "eve"), "[]");

    assertThat(messages(foreign)).isEmpty();
    assertThat(foreign.types()).containsExactly("RUN_STARTED", "MESSAGES_SNAPSHOT", "RUN_FINISHED");
  }

  @Test
  void isWhatNpmsClientThenHas() throws Exception {
    assertThat(NpmClients.run("agui-history.mjs", Map.of("AGUI_URL", scene.base + "/agui")))
        .contains(
            "user Find order 4711",
            "tool Order 4711 is on its way.",
            "assistant Done.",
            "pending 1")
        .doesNotContain("[ag-ui]");
  }

  private Reply say(String text) {
    return ann.post(
        "/agui",
        recall(thread, "[{\"id\": \"u\", \"role\": \"user\", \"content\": \"" + text + "\"}]"));
  }

  private Reply open(ProtocolClient client, String messages) {
    return client.post("/agui", recall(thread, messages));
  }

  private static String recall(String thread, String messages) {
    return "{\"threadId\": \"%s\", \"runId\": \"%s\", \"messages\": %s}"
        .formatted(thread, UUID.randomUUID(), messages);
  }

  private static List<JsonNode> messages(Reply shown) {
    return shown.event("MESSAGES_SNAPSHOT").path("messages").valueStream().toList();
  }

  private static List<String> roles(Reply shown) {
    return messages(shown).stream().map(message -> message.path("role").asString()).toList();
  }
}
