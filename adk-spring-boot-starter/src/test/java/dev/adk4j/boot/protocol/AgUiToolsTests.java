package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.stored.TurnStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tools that an AG-UI client declares and runs itself. */
@Timeout(60)
@ExtendWith(Answers.class)
class AgUiToolsTests {

  private static final String MAP =
      """
      {"name": "show_map", "description": "Shows a map.", "parameters":
       {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}}""";

  @AutoClose private static ProtocolsScene scene;

  private final ProtocolClient ann = new ProtocolClient(scene.base, "ann");
  private final String thread = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    scene = new ProtocolsScene("adk.web.ag-ui.client-tools=show_*,refund");
  }

  @Test
  void endsTheRunAtACallAndGoesOnWithTheClientsResult() {
    Reply asked = say("Show tell", MAP);

    assertThat(asked.types())
        .contains("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END")
        .doesNotContain("TOOL_CALL_RESULT", "TEXT_MESSAGE_START");
    assertThat(asked.text("TOOL_CALL_ARGS")).isEqualTo("{\"place\":\"Paris\"}");
    assertThat(asked.event("RUN_FINISHED").path("outcome").toString())
        .isEqualTo("{\"type\":\"success\",\"pendingToolCallIds\":[\"%s\"]}".formatted(call(asked)));

    Reply done = bring(call(asked), "Paris is shown", thread);

    assertThat(done.text("TEXT_MESSAGE_CONTENT")).contains("Paris is shown");
    assertThat(done.types())
        .startsWith("RUN_STARTED")
        .doesNotContain("TOOL_CALL_START", "TOOL_CALL_RESULT");
    assertThat(done.event("RUN_FINISHED").path("outcome").toString())
        .isEqualTo("{\"type\":\"success\"}");
  }

  @Test
  void takesAResultOnce() {
    String call = call(say("Show tell", MAP));
    Reply first = bring(call, "Paris is shown", thread);
    int turns = scene.script().turns.get();

    Reply again = bring(call, "Paris is shown", thread);
    Reply other = bring(call, "Rome is shown", thread);

    for (Reply reply : List.of(again, other)) {
      assertThat(reply.text("TEXT_MESSAGE_CONTENT"))
          .isEqualTo(first.text("TEXT_MESSAGE_CONTENT"))
          .doesNotContain("Rome");
    }
    assertThat(scene.script().turns.get()).isEqualTo(turns);
  }

  @Test
  void tellsTheModelWhatFailedAtTheClient() {
    String call = call(say("Show tell", MAP));

    Reply done =
        ann.post(
            "/agui",
            results(thread, call, "\"content\": \"\", \"error\": \"There is no screen.\""));

    assertThat(done.text("TEXT_MESSAGE_CONTENT")).contains("There is no screen.");
  }

  @Test
  void takesNoResultsOfOthersOfOtherThreadsAndOfGates() {
    String call = call(say("Show tell", MAP));
    Reply gate = say("Refund order 4711", MAP, "another-" + thread);
    int refunds = scene.desk().refunds.get();

    List<Reply> refused =
        List.of(
            new ProtocolClient(scene.base, "eve").post("/agui", result(thread, call, "Mine")),
            bring(call, "Mine", "a third"),
            bring("call-0", "Mine", thread),
            bring(call(gate), "approved", "another-" + thread));

    for (Reply reply : refused) {
      assertThat(reply.types()).containsExactly("RUN_STARTED", "RUN_ERROR");
      assertThat(reply.event("RUN_ERROR")).isEqualTo(refused.getFirst().event("RUN_ERROR"));
      assertThat(reply.event("RUN_ERROR").path("code").asString()).isEqualTo("E_GATE_NOT_FOUND");
    }
    assertThat(scene.desk().refunds.get()).isEqualTo(refunds);
    assertThat(bring(call, "Paris", thread).text("TEXT_MESSAGE_CONTENT")).contains("Paris");
  }

  @Test
  void leavesTheServersToolsTheirNames() {
    String refund = MAP.replace("show_map", "refund");

    Reply asked = say("Refund order 4711", refund);

    assertThat(asked.event("RUN_FINISHED").path("outcome").path("type").asString())
        .isEqualTo("interrupt");
    assertThat(bring(call(asked), "refunded", thread).event("RUN_ERROR").path("code").asString())
        .isEqualTo("E_GATE_NOT_FOUND");
  }

  @Test
  void offersOnlyWhatIsAllowed() {
    String tools = say("tools", MAP + "," + MAP.replace("show_map", "delete_all")).body();

    assertThat(tools).contains("Tool[show_map]", "Tool[refund]").doesNotContain("delete_all");
    assertThat(say("tools", "").body()).doesNotContain("show_map");
    ProtocolClient closed = new ProtocolClient(ProtocolsScene.shared().base, "ann");
    assertThat(closed.post("/agui", input("tools", MAP, thread)).body()).doesNotContain("show_map");
    assertThat(closed.post("/agui", result(thread, "call-0", "x")).status()).isEqualTo(400);
  }

  @Test
  void refusesToolsThatAreTooManyTooLargeOrNone() {
    String many =
        IntStream.range(0, 33)
            .mapToObj(i -> MAP.replace("show_map", "show_" + i))
            .collect(Collectors.joining(","));
    for (String tools :
        List.of(
            many,
            MAP + "," + MAP,
            MAP.replace("show_map", "show_ map"),
            MAP.replace("Shows a map.", "x".repeat(2_001)),
            MAP.replace("place", "x".repeat(16_000)),
            MAP.replace("\"object\"", "\"nonsense\""))) {
      assertThat(say("Hi", tools).status()).isEqualTo(422);
    }
  }

  @Test
  void givesACallTheTimeThatIsSet() {
    try (ProtocolsScene hasty =
        new ProtocolsScene(
            "adk.web.ag-ui.client-tools=*", "adk.web.ag-ui.client-tool-timeout=90s")) {
      Instant before = Instant.now();
      new ProtocolClient(hasty.base, "ann").post("/agui", input("Show tell", MAP, thread));

      GateRecord gate =
          hasty.context.getBean(TurnStore.class).gates(GateQuery.UNDECIDED).getFirst();
      assertThat(gate.deadline()).isBetween(before.plusSeconds(90), Instant.now().plusSeconds(90));
    }
  }

  @Test
  void areRunByNpmsClient() throws Exception {
    assertThat(NpmClients.run("agui-tools.mjs", Map.of("AGUI_URL", scene.base + "/agui")))
        .contains("pending 1", "Done: the map of Paris is shown", "pending 0")
        .doesNotContain("[ag-ui]");
  }

  private static String call(Reply asked) {
    return asked.event("TOOL_CALL_START").path("toolCallId").asString();
  }

  private Reply say(String text, String tools) {
    return say(text, tools, thread);
  }

  private Reply say(String text, String tools, String thread) {
    return ann.post("/agui", input(text, tools, thread));
  }

  private static String input(String text, String tools, String thread) {
    return """
        {"threadId": "%s", "runId": "%s", "tools": [%s],
         "messages": [{"id": "u", "role": "user", "content": "%s"}]}"""
        .formatted(thread, UUID.randomUUID(), tools, text);
  }

  private Reply bring(String call, String content, String thread) {
    return ann.post("/agui", result(thread, call, content));
  }

  private static String result(String thread, String call, String content) {
    return results(thread, call, "\"content\": \"" + content + "\"");
  }

  private static String results(String thread, String call, String fields) {
    return """
        {"threadId": "%s", "runId": "%s", "tools": [%s], "messages": [
         {"id": "a", "role": "assistant", "toolCalls": [{"id": "%s", "type": "function",
          "function": {"name": "show_map", "arguments": "{}"}}]},
         {"id": "t", "role": "tool", "toolCallId": "%s", %s}]}"""
        .formatted(thread, UUID.randomUUID(), MAP, call, call, fields);
  }
}
