package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * The clients of five protocols decide on the same gates at once. {@code -Dadk.protocols.race=2000}
 * sets the number of gates.
 */
@Tag("slow")
@Timeout(1200)
class FiveProtocolsRaceTests {

  private static final int GATES = Integer.getInteger("adk.protocols.race", 100);

  private static final ProtocolsScene scene = ProtocolsScene.crowd();

  @Test
  void oneProtocolWinsEachGateAndTheOthersAreToldWhichOne() throws Exception {
    int before = scene.refunds();
    Map<String, String> environment = new HashMap<>(scene.addresses());
    environment.put("RACE_GATES", String.valueOf(GATES));
    environment.put("RACE_WINDOW", GATES > 500 ? "50" : "20");
    List<String> printed = NpmClients.run("race.mjs", environment).lines().toList();

    System.out.println(printed.getLast());
    assertThat(printed.getLast())
        .startsWith("race {\"gates\":" + GATES + ",\"losers\":" + 4 * GATES);
    List<String[]> won =
        printed.stream()
            .filter(line -> line.startsWith("gate "))
            .map(line -> line.split(" "))
            .toList();
    assertThat(won).hasSize(GATES);
    assertThat(scene.refunds() - before).isEqualTo(GATES);
    GateService gates = scene.context.getBean(GateService.class);
    for (String[] gate : won) {
      assertThat(scene.desk().orders.get(gate[1]))
          .as("runs of order " + gate[1])
          .containsExactly(Integer.parseInt(gate[4]));
      assertAudited(gates, gate[2], gate[3]);
    }
  }

  @Test
  void tellsWhoDecidedAlsoWhenTheTurnHasEnded() {
    int before = scene.refunds();
    ProtocolClient ann = new ProtocolClient(scene.base, "ann");
    Reply asked =
        ann.post(
            "/api/chat",
            json(
                "{'id': 'c1', 'messages': [{'id': '1', 'role': 'user', 'parts': [{'type': 'text',"
                    + " 'text': 'Refund 1'}]}]}"));
    String gate = asked.event("tool-approval-request").path("approvalId").asString();
    String turn = asked.event("start").path("messageMetadata").path("turnId").asString();
    Reply won =
        ann.post(
            "/agui",
            json(
                "{'threadId': 'c1', 'runId': 'r1', 'messages': [], 'resume': [{'interruptId':"
                    + " '%s', 'status': 'resolved', 'payload': {'approved': false}}]}",
                gate));
    assertThat(won.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");

    Reply openAi =
        ann.post(
            "/v1/responses",
            json(
                "{'model': 'demo', 'conversation': 'c1', 'input': [{'type':"
                    + " 'mcp_approval_response', 'approval_request_id': '%s', 'approve': true}]}",
                gate));
    String decision =
        json(
            "{'message': {'messageId': 'm1', 'role': 'ROLE_USER', 'taskId': '%s', 'parts':"
                + " [{'data': {'gate': '%s', 'decision': 'resolve', 'value': {'approved':"
                + " true}}}]}}",
            turn, gate);
    Reply http = ann.post("/a2a/demo/message:send", decision, "A2A-Version", "1.0");
    Reply rpc =
        ann.post(
            "/a2a/demo",
            json("{'jsonrpc': '2.0', 'id': 1, 'method': 'SendMessage', 'params': ")
                + decision
                + "}",
            "A2A-Version",
            "1.0");

    String told = "The gate was denied by ann (ag-ui).";
    JsonNode error = Json.read(openAi.body()).path("error");
    assertThat(openAi.status()).isEqualTo(409);
    assertThat(error.path("code").asString()).isEqualTo("E_GATE_ALREADY_SETTLED");
    assertThat(error.path("message").asString()).isEqualTo(told);
    assertTold(Json.read(http.body()).path("error"), "details", told);
    assertTold(Json.read(rpc.body()).path("error"), "data", told);
    assertThat(scene.refunds()).isEqualTo(before);
  }

  private static void assertTold(JsonNode error, String field, String told) {
    JsonNode metadata = error.path(field).path(0).path("metadata");
    assertThat(error.path("message").asString()).isEqualTo(told);
    assertThat(metadata.path("by").asString("")).isEqualTo("ann");
    assertThat(metadata.path("channel").asString("")).isEqualTo("ag-ui");
    assertThat(metadata.path("approved").asString("")).isEqualTo("false");
  }

  /**
   * One decision counts, and names its protocol. Each attempt that came too late is recorded as
   * well; a form of the MCP protocol is taken back where the gate was decided before its answer.
   */
  private static void assertAudited(GateService gates, String ref, String protocol) {
    GateRecord gate = gates.find(null, ref).orElseThrow();
    List<GateDecisionRecord> attempts = gates.decisions(gate);

    assertThat(gate.state()).isEqualTo(GateState.RESOLVED);
    assertThat(attempts)
        .extracting(attempt -> attempt.actor().channel())
        .doesNotHaveDuplicates()
        .contains("ai-sdk", "ag-ui", "openai", "a2a");
    assertThat(attempts)
        .filteredOn(attempt -> !attempt.refused())
        .singleElement()
        .satisfies(
            counts -> {
              assertThat(counts.actor().channel()).isEqualTo(protocol);
              assertThat(counts.actor().name()).isEqualTo("ann");
              assertThat(counts.id()).isEqualTo(gate.decisionId());
            });
  }
}
