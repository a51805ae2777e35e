package dev.adk4j.boot.protocol.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.protocol.ProtocolsScene;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.stored.GateService;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Java SDK's own client. */
@Timeout(60)
class McpAgentServerTests {

  private static final GateActor BOSS = GateActor.of("boss", "default", List.of(), "http");
  private static final GateDecision APPROVED = GateDecision.resolve(Map.of("approved", true));

  private static final ProtocolsScene shared = ProtocolsScene.shared();

  private ProtocolsScene scene = shared;

  private final List<McpSyncClient> clients = new ArrayList<>();
  private final List<McpSchema.ProgressNotification> progress = new CopyOnWriteArrayList<>();

  @AfterEach
  void disconnect() {
    clients.forEach(McpSyncClient::close);
  }

  /**
   * The scene whose requests are not held for long; clients that are opened from now on call it.
   */
  private void holdBriefly() {
    scene = Brief.SCENE;
  }

  private static final class Brief {
    static final ProtocolsScene SCENE =
        new ProtocolsScene("spring.ai.mcp.server.request-timeout=750ms");
  }

  /** Holds requests for longer than a busy machine takes to decide. */
  private static final class Patient {
    static final ProtocolsScene SCENE =
        new ProtocolsScene(
            ProtocolsScene.Layout.PLAIN,
            parts -> parts.registerBean(Hasty.class),
            "spring.ai.mcp.server.request-timeout=60s");
  }

  /** Approves what kurt asks for as soon as the gate is open, before his turn rests. */
  record Hasty(GateService gates) {

    @TurnEventListener
    void on(TurnGate gate) {
      gates
          .find("default", gate.ref().orElseThrow())
          .filter(open -> "kurt".equals(open.scope().subject()))
          .ifPresent(open -> gates.settle(open.ref(), BOSS, APPROVED));
    }
  }

  private McpSyncClient client(
      String user, @Nullable Function<ElicitFormRequest, ElicitResult> answers) {
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder(scene.mcp.resolve("/").toString())
            .endpoint("/mcp")
            .httpRequestCustomizer(
                (request, method, uri, body, context) ->
                    request.setHeader("Authorization", "Bearer " + user))
            .build();
    McpClient.SyncSpec spec =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(30))
            .progressConsumer(progress::add);
    if (answers != null) {
      spec.capabilities(ClientCapabilities.builder().elicitation().build()).elicitation(answers);
    }
    McpSyncClient client = spec.build();
    clients.add(client);
    client.initialize();
    return client;
  }

  private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> args) {
    return client.callTool(CallToolRequest.builder(tool).arguments(args).build());
  }

  private static String text(CallToolResult result) {
    return result.content().stream()
        .map(content -> ((TextContent) content).text())
        .collect(Collectors.joining("\n"));
  }

  private static Map<String, Object> refund(String number) {
    return Map.of("number", number, "amount", 100);
  }

  private static ElicitResult accept(Map<String, Object> content) {
    return ElicitResult.builder(ElicitResult.Action.ACCEPT).content(content).build();
  }

  private GateService gates() {
    return scene.context.getBean(GateService.class);
  }

  private GateRecord openGate(String subject) {
    return gates().list(GateQuery.UNDECIDED).stream()
        .filter(gate -> subject.equals(gate.scope().subject()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void offersAgentsAndNamedTools() {
    assertThat(client("ann", null).listTools().tools())
        .extracting(McpSchema.Tool::name)
        .contains("demo", "find_order", "refund", "search_documents");
  }

  @Test
  void runsToolWithoutModel() {
    CallToolResult found = call(client("ann", null), "find_order", Map.of("number", "4711"));

    assertThat(text(found)).isEqualTo("Order 4711 is on its way.");
    assertThat(found.isError()).isFalse();
  }

  @Test
  void asksAgentAsTheCaller() {
    assertThat(text(call(client("bea", null), "demo", Map.of("message", "who"))))
        .isEqualTo("bea said who (1)");
  }

  @Test
  void goesOnInNamedConversationAndForgetsOthers() {
    McpSyncClient client = client("cleo", null);

    call(client, "demo", Map.of("message", "who one", "conversation", "c-1"));

    assertThat(text(call(client, "demo", Map.of("message", "who two", "conversation", "c-1"))))
        .isEqualTo("cleo said who two (2)");
    assertThat(text(call(client, "demo", Map.of("message", "who two")))).endsWith("(1)");
    assertThat(
            text(
                call(
                    client("dora", null),
                    "demo",
                    Map.of("message", "who two", "conversation", "c-1"))))
        .isEqualTo("dora said who two (1)");
  }

  @Test
  void runsWithArgumentsThatTheUserEdited() {
    List<ElicitFormRequest> asked = new CopyOnWriteArrayList<>();
    McpSyncClient client =
        client(
            "ella",
            form -> {
              asked.add(form);
              return accept(Map.of("approved", true, "amount", 80));
            });

    assertThat(text(call(client, "refund", refund("1")))).isEqualTo("refunded 80");
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst().message()).contains("refund", "\"amount\":100");
  }

  @Test
  void agentGoesOnAfterTheUserApproved() {
    McpSyncClient client = client("fay", form -> accept(Map.of("approved", true)));

    assertThat(text(call(client, "demo", Map.of("message", "Refund and tell"))))
        .isEqualTo("Done: refunded 100");
  }

  @Test
  void tellsThatTheUserDeclined() {
    int before = scene.desk().refunds.get();
    McpSyncClient client =
        client("gwen", form -> ElicitResult.builder(ElicitResult.Action.DECLINE).build());

    CallToolResult refused = call(client, "refund", refund("2"));

    assertThat(text(refused)).contains("not approved");
    assertThat(refused.isError()).isTrue();
    assertThat(scene.desk().refunds).hasValue(before);
  }

  @Test
  void refusesArgumentsThatToolDoesNotTake() {
    int before = scene.desk().refunds.get();
    McpSyncClient client =
        client("hana", form -> accept(Map.of("approved", true, "amount", "much")));

    CallToolResult refused = call(client, "refund", refund("3"));

    assertThat(refused.isError()).isTrue();
    assertThat(text(refused)).startsWith("E_INVALID_TURN_GATE_RESOLUTION");
    assertThat(scene.desk().refunds).hasValue(before);
  }

  @Test
  void agentsCallAgainFindsItsTurn() {
    holdBriefly();
    McpSyncClient client = client("jane", null);
    Map<String, Object> ask = Map.of("message", "Refund for jane and tell");

    assertThat(text(call(client, "demo", ask))).startsWith("Waits for approval");
    gates()
        .settle(
            openGate("jane").ref(),
            GateActor.of("jane", "default", List.of(), "http"),
            GateDecision.resolve(Map.of("approved", false)));

    assertThat(text(call(client, "demo", ask))).contains("denied by jane").contains("not approved");
  }

  @Test
  void heldRequestEndsWithDecisionOfAnother() throws Exception {
    scene = Patient.SCENE;
    McpSyncClient client = client("kate", null);
    CompletableFuture<CallToolResult> held =
        CompletableFuture.supplyAsync(() -> call(client, "payout", Map.of("amount", 1)));
    org.awaitility.Awaitility.await()
        .until(
            () ->
                gates().list(GateQuery.UNDECIDED).stream()
                    .anyMatch(gate -> "kate".equals(gate.scope().subject())));

    gates().settle(openGate("kate").ref(), BOSS, APPROVED);

    assertThat(text(held.get())).contains("approved by boss", "paid 1");
  }

  @Test
  void tellsWhoDecidedBeforeTheTurnRested() {
    scene = Patient.SCENE;

    assertThat(text(call(client("kurt", null), "payout", Map.of("amount", 1))))
        .contains("approved by boss", "paid 1");
  }

  @Test
  void asksNobodyWhoMayNotDecide() {
    holdBriefly();
    List<ElicitFormRequest> asked = new CopyOnWriteArrayList<>();
    McpSyncClient client =
        client(
            "lola",
            form -> {
              asked.add(form);
              return accept(Map.of("approved", true));
            });

    assertThat(text(call(client, "payout", Map.of("amount", 1)))).startsWith("Waits for approval");
    assertThat(asked).isEmpty();
  }

  @Test
  void userWhoAnswersTooLateApprovesNothing() throws Exception {
    holdBriefly();
    int before = scene.desk().refunds.get();
    CountDownLatch over = new CountDownLatch(1);
    McpSyncClient client =
        client(
            "mona",
            form -> {
              try {
                over.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return accept(Map.of("approved", true));
            });

    assertThat(text(call(client, "refund", refund("5")))).startsWith("Waits for approval");
    over.countDown();
    assertThat(scene.desk().refunds).hasValue(before);
  }

  @Test
  void formThatIsClosedLeavesTheGateOpen() {
    McpSyncClient client =
        client("nora", form -> ElicitResult.builder(ElicitResult.Action.CANCEL).build());

    assertThat(text(call(client, "refund", refund("6")))).startsWith("Waits for approval");
    assertThat(openGate("nora").tool()).isEqualTo("refund");
  }

  @Test
  void tellsProgressThatGrows() {
    McpSyncClient client = client("olga", form -> accept(Map.of("approved", true)));

    client.callTool(
        CallToolRequest.builder("demo")
            .arguments(Map.of("message", "Refund with progress"))
            .progressToken("p-1")
            .build());

    assertThat(progress).isNotEmpty();
    assertThat(progress).extracting(McpSchema.ProgressNotification::progress).isSorted();
    assertThat(progress).allMatch(each -> each.progressToken().equals("p-1"));
  }

  @Test
  void tellsCodeOfFailureAndNoMore() {
    CallToolResult failed = call(client("pia", null), "demo", Map.of("message", "fail"));

    assertThat(failed.isError()).isTrue();
    assertThat(text(failed)).startsWith("E_").doesNotContain("secret");
  }

  @Test
  void findsDocumentsByToolAndAsResource() {
    McpSyncClient client = client("quin", null);

    assertThat(text(call(client, "search_documents", Map.of("query", "return a lamp"))))
        .contains("returns.md");
    var read =
        client.readResource(
            ReadResourceRequest.builder("documents:///search/return%20a%20lamp").build());
    assertThat(((TextResourceContents) read.contents().getFirst()).text()).contains("returns.md");
    assertThat(client.listResourceTemplates().resourceTemplates())
        .extracting(McpSchema.ResourceTemplate::uriTemplate)
        .contains("documents:///search/{query}");
  }

  @Test
  void knowsNoOtherTool() {
    McpSyncClient client = client("rosa", null);

    assertThatThrownBy(() -> call(client, "hidden", Map.of()))
        .hasMessageContaining("Unknown tool")
        .hasMessageNotContaining("Exception");
  }

  @Test
  void returnsImages() {
    CallToolResult result = call(client("susi", null), "test_image_content", Map.of());

    assertThat(result.content())
        .singleElement()
        .isInstanceOfSatisfying(
            McpSchema.ImageContent.class,
            image -> {
              assertThat(image.mimeType()).isEqualTo("image/png");
              assertThat(image.data()).isEqualTo("AQID");
            });
  }

  @Nested
  @Tag("slow")
  class AfterTheWait {

    @Test
    void sameCallGetsWhatWasDecidedElsewhereOnce() {
      McpSyncClient client = client("ida", null);

      assertThat(text(call(client, "refund", refund("4")))).startsWith("Waits for approval");
      GateRecord gate = openGate("ida");
      assertThat(text(call(client, "refund", refund("4")))).contains(gate.ref());
      gates()
          .settle(
              gate.ref(),
              GateActor.of("ida", "default", List.of(), "http"),
              GateDecision.resolve(Map.of("approved", true)));

      assertThat(text(call(client, "refund", refund("4"))))
          .contains("was approved by ida (http)", "refunded 100");
      assertThat(text(call(client, "refund", refund("4")))).startsWith("Waits for approval");
      assertThat(openGate("ida").ref()).isNotEqualTo(gate.ref());
    }
  }
}
