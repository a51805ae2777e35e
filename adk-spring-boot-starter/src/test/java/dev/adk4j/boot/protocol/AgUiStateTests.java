package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The state that pages share with a turn: marked entries of its stash. */
@Timeout(60)
@ExtendWith(Answers.class)
class AgUiStateTests {

  @AutoClose private static ProtocolsScene scene;

  private final ProtocolClient ann = new ProtocolClient(scene.base, "ann");
  private final String thread = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    scene = new ProtocolsScene("adk.web.ag-ui.state=mood,plan");
  }

  @Test
  void tellsTheMarkedEntriesAtFirstAndEachChange() {
    Reply reply = say("plan");

    assertThat(reply.types())
        .startsWith("RUN_STARTED", "CUSTOM", "STATE_SNAPSHOT", "STATE_DELTA", "STATE_DELTA");
    assertThat(reply.event("STATE_SNAPSHOT").path("snapshot").toString())
        .isEqualTo("{\"mood\":\"calm\"}");
    assertThat(deltas(reply))
        .containsExactly(
            "[{\"op\":\"add\",\"path\":\"/plan\",\"value\":[\"look\",\"write\"]}]",
            "[{\"op\":\"remove\",\"path\":\"/mood\"}]");
    assertThat(reply.body()).doesNotContain("password", "secret");
  }

  @Test
  void tellsItAgainAfterAResume() {
    Reply asked = say("Refund order 4711");

    Reply done = resume(asked);

    assertThat(asked.event("STATE_SNAPSHOT").path("snapshot").path("mood").asString())
        .isEqualTo("calm");
    assertThat(done.event("STATE_SNAPSHOT")).isEqualTo(asked.event("STATE_SNAPSHOT"));
  }

  @Test
  void tellsItAgainBehindAGateThatBlocks() {
    Reply asked = say("ask");
    assertThat(deltas(asked))
        .containsExactly("[{\"op\":\"replace\",\"path\":\"/mood\",\"value\":\"curious\"}]");

    Reply done = resume(asked);

    assertThat(done.event("STATE_SNAPSHOT").path("snapshot").path("mood").asString())
        .isEqualTo("curious");
  }

  @Test
  void believesNothingOfTheStateThatAClientSends() {
    Reply reply =
        ann.post("/agui", input("plan", "{\"mood\":\"evil\",\"plan\":[\"rob\"],\"x\":1}"));

    assertThat(reply.event("STATE_SNAPSHOT").path("snapshot").toString())
        .isEqualTo("{\"mood\":\"calm\"}");
    assertThat(reply.body()).doesNotContain("evil", "rob");
  }

  @Test
  void tellsNothingWithoutAMark() {
    ProtocolClient unmarked = new ProtocolClient(ProtocolsScene.shared().base, "ann");
    Reply reply = unmarked.post("/agui", input("plan", "{}"));

    assertThat(reply.types()).doesNotContain("STATE_SNAPSHOT", "STATE_DELTA");
    assertThat(reply.body()).doesNotContain("calm", "secret");
  }

  @Test
  void refusesToMarkEntriesOfTheLibrary() {
    for (String key : List.of("adk.llm", "adk-guards", "adk")) {
      assertThatThrownBy(() -> new ProtocolsScene("adk.web.ag-ui.state=" + key).close())
          .rootCause()
          .hasMessageContaining("must be keys of the application");
    }
  }

  @Test
  void isTheStateOfNpmsClient() throws Exception {
    assertThat(NpmClients.run("agui-state.mjs", Map.of("AGUI_URL", scene.base + "/agui")))
        .contains("{\"plan\":[\"look\",\"write\"]}", "{\"mood\":\"curious\"}")
        .doesNotContain("[ag-ui]", "secret");
  }

  private static List<String> deltas(Reply reply) {
    return reply.events().stream()
        .filter(event -> event.path("type").asString().equals("STATE_DELTA"))
        .map(event -> event.path("delta").toString())
        .toList();
  }

  private Reply say(String text) {
    return ann.post("/agui", input(text, "{}"));
  }

  private String input(String text, String state) {
    return """
        {"threadId": "%s", "runId": "%s", "state": %s,
         "messages": [{"id": "u", "role": "user", "content": "%s"}]}"""
        .formatted(thread, UUID.randomUUID(), state, text);
  }

  private Reply resume(Reply asked) {
    String ref = asked.interrupt().path("id").asString();
    return ann.post("/agui", ProtocolClient.resume(thread, ref, "resolved", true));
  }
}
