package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.stored.TurnLog;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocols of two nodes over one database, whose turns are durable. */
@Timeout(120)
class DurableProtocolsTests {

  @AutoClose private static DurableNodes nodes;

  private final ProtocolClient ann = new ProtocolClient(nodes.first.base, "ann");
  private final ProtocolClient elsewhere = new ProtocolClient(nodes.second.base, "ann");

  @BeforeAll
  static void start() {
    nodes =
        new DurableNodes(
            DatabaseKind.H2, "adk.web.ag-ui.client-tools=show_*", "adk.web.ag-ui.state=step");
  }

  private static String said(String chat, String text, String more) {
    return ("{'id':'%s','trigger':'submit-message','messages':[{'id':'u','role':'user','parts':"
            + "[{'type':'text','text':'%s'}]}%s]}")
        .formatted(chat, text, more)
        .replace('\'', '"');
  }

  @Test
  void aCallOfTheClientsToolIsAnsweredAtAnotherNode() {
    String tools = "'tools':[{'name':'show_map','description':'Shows a map.'}]";
    Reply asked =
        ann.post(
            "/agui",
            ("{'threadId':'g1','runId':'r1',%s,'messages':[{'id':'u','role':'user','content':"
                    + "'Tell and show'}]}")
                .formatted(tools)
                .replace('\'', '"'));
    String call = asked.event("TOOL_CALL_START").path("toolCallId").asString();
    String result =
        ("{'threadId':'g1','runId':'r2',%s,'messages':[{'id':'a','role':'assistant','toolCalls':"
                + "[{'id':'%s','type':'function','function':{'name':'show_map','arguments':'{}'}"
                + "}]},{'id':'t','role':'tool','toolCallId':'%s','content':'Shown.'}]}")
            .formatted(tools, call, call)
            .replace('\'', '"');

    Reply done = elsewhere.post("/agui", result);
    Reply again = ann.post("/agui", result);

    assertThat(asked.event("RUN_FINISHED").path("outcome").path("pendingToolCallIds").path(0))
        .isEqualTo(asked.event("TOOL_CALL_START").path("toolCallId"));
    assertThat(asked.event("STATE_DELTA").path("delta").path(0).path("path").asString())
        .isEqualTo("/step");
    assertThat(done.types())
        .contains("STATE_SNAPSHOT", "STATE_DELTA")
        .doesNotContain("TOOL_CALL_START", "TOOL_CALL_RESULT", "REASONING_START");
    assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo(SceneScript.TEXT);
    assertThat(again.text("TEXT_MESSAGE_CONTENT")).isEqualTo(SceneScript.TEXT);
  }

  @Test
  void anApprovalIsAnsweredAndReadOnAtAnotherNode() {
    Reply asked = ann.post("/api/chat", said("c1", "Tell and refund", ""));
    Reply reloaded = elsewhere.get("/api/chat/c1/stream");
    String ref = asked.event("tool-approval-request").path("approvalId").asString();
    String call = asked.event("tool-input-available").path("toolCallId").asString();
    Reply done =
        elsewhere.post(
            "/api/chat",
            said(
                "c1",
                "Tell and refund",
                (",{'id':'a1','role':'assistant','parts':[{'type':'dynamic-tool','toolName':"
                        + "'refund','toolCallId':'%s','state':'approval-responded','input':{},"
                        + "'approval':{'id':'%s','approved':true}}]}")
                    .formatted(call, ref)));

    assertThat(asked.event("finish").path("finishReason").asString()).isEqualTo("tool-calls");
    assertThat(asked.text("text-delta")).isEqualTo("Refunding. ");
    assertThat(reloaded.event("tool-approval-request").path("approvalId").asString())
        .isEqualTo(ref);
    assertThat(done.event("tool-output-available").path("output").asString())
        .isEqualTo("refunded 100");
    assertThat(done.text("text-delta")).isEqualTo(SceneScript.TEXT);
    assertThat(done.types()).doesNotContain("tool-approval-request", "error");
  }

  @Test
  void aRunIsReadAgainAtAnotherNodeAlsoAfterItsEnd() {
    String run =
        """
        {"threadId": "t1", "runId": "r1", "state": {}, "tools": [], "context": [],
         "forwardedProps": {}, "messages": [{"id": "u", "role": "user", "content": "Tell"}]}""";

    Reply once = ann.post("/agui", run);
    Reply again = elsewhere.post("/agui", run);

    assertThat(once.text("TEXT_MESSAGE_CONTENT")).isEqualTo(SceneScript.TEXT);
    assertThat(withoutComments(again)).isEqualTo(withoutComments(once));
    assertThat(
            nodes.database.count(
                "select count(*) from adk_waiting_turn where conversation like '%t1'"))
        .isEqualTo(1);
  }

  /** A reader of a turn that runs is told now and then that it is connected. */
  private static String withoutComments(Reply reply) {
    return reply.body().replaceAll("(?m)^:.*\\R\\R", "");
  }

  @Test
  void nobodyElseReadsAChat() {
    ann.post("/api/chat", said("c2", "Tell and refund", ""));

    assertThat(new ProtocolClient(nodes.second.base, "eve").get("/api/chat/c2/stream").status())
        .isEqualTo(204);
    assertThat(elsewhere.get("/api/chat/c3/stream").status()).isEqualTo(204);
    assertThat(elsewhere.get("/api/chat/c2/stream").status()).isEqualTo(200);
  }

  @Test
  void aMessageWithAFileRunsAsAPlainTurn() {
    Reply told =
        ann.post(
            "/api/chat",
            said("c4", "Tell", "")
                .replace(
                    "\"parts\":[",
                    "\"parts\":[{\"type\":\"file\",\"mediaType\":\"text/plain\",\"url\":"
                        + "\"data:text/plain;base64,SGk=\"},"));

    assertThat(told.text("text-delta")).isEqualTo(SceneScript.TEXT);
    assertThat(
            nodes.database.count(
                "select count(*) from adk_waiting_turn where conversation like '%c4'"))
        .isZero();
  }

  @Test
  void eventsThatAreNotToBeKeptAreNotStored() {
    try (ProtocolsScene node =
        ProtocolsScene.node(
            nodes.database, "adk.durable.events-keep=0", "adk.durable.protocols=false")) {
      assertThat(node.context.getBeanProvider(TurnLog.class).getIfAvailable()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"adk.durable.events-keep=0", "adk.durable.enabled=false"})
  void protocolsDoNotOpenForDurableTurnsThatNobodyCouldRead(String property) {
    assertThatThrownBy(() -> ProtocolsScene.node(nodes.database, property))
        .hasStackTraceContaining("adk.durable.protocols");
  }
}
