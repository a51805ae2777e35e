package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.tool.SpringAiTools;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import tools.jackson.databind.JsonNode;

/** A model calls every tool of the MCP reference server with every argument it has. */
@ParameterizedClass
@EnumSource(EveryMcpToolTests.Transport.class)
class EveryMcpToolTests {

  enum Transport {
    STDIO,
    STREAMABLE_HTTP
  }

  /** A call, what its result says, and the media it gives. */
  record Row(String tool, String args, List<String> says, List<String> mimeTypes) {
    static Row of(String tool, String args, String... says) {
      return new Row(tool, args, List.of(says), List.of());
    }

    Row media(String... types) {
      return new Row(tool, args, says, List.of(types));
    }
  }

  private static final String DATA = "data:text/plain;base64,aGVsbG8=";

  private static final List<Row> ROWS =
      List.of(
          Row.of(
              "echo",
              "{\"message\":\"h\u00e6 \ud83d\ude00 \\\"q\\\"\"}",
              "Echo: h\u00e6 \ud83d\ude00 \"q\""),
          Row.of("echo", "{\"message\":\"\"}", "Echo: "),
          Row.of(
              "get-annotated-message",
              "{\"messageType\":\"error\"}",
              "\"priority\" : 1",
              "Error: Op"),
          Row.of(
              "get-annotated-message",
              "{\"messageType\":\"success\",\"includeImage\":false}",
              "\"audience\"",
              "completed successfully"),
          Row.of(
                  "get-annotated-message",
                  "{\"messageType\":\"debug\",\"includeImage\":true}",
                  "\"priority\" : 0.3",
                  "\"priority\" : 0.5",
                  "Debug: Cache")
              .media("application/json", "image/png"),
          Row.of("get-env", "{}", "PATH"),
          Row.of("get-resource-links", "{}", "resource_link", "demo://resource/dynamic/text/2"),
          Row.of("get-resource-links", "{\"count\":10}", "demo://resource/dynamic/text/10"),
          Row.of("get-resource-reference", "{}", "Resource 1", "access this resource")
              .media("application/json", "text/plain"),
          Row.of(
                  "get-resource-reference",
                  "{\"resourceType\":\"Blob\",\"resourceId\":7}",
                  "Resource 7")
              .media("application/json", "text/plain"),
          Row.of(
                  "get-resource-reference",
                  "{\"resourceType\":\"Text\",\"resourceId\":2}",
                  "Resource 2")
              .media("application/json", "text/plain"),
          Row.of("get-roots-list", "{}", "file:///srv/one"),
          Row.of("get-structured-content", "{\"location\":\"New York\"}", "\"temperature\" : 33"),
          Row.of("get-structured-content", "{\"location\":\"Chicago\"}", "\"humidity\" : 82"),
          Row.of(
              "get-structured-content",
              "{\"location\":\"Los Angeles\"}",
              "\"conditions\" : \"Sunny"),
          Row.of("get-sum", "{\"a\":2,\"b\":0.25}", "2.25"),
          Row.of("get-sum", "{\"a\":-1e3,\"b\":1}", "-999"),
          Row.of("get-tiny-image", "{}", "the image you requested", "the MCP logo")
              .media("application/json", "image/png"),
          Row.of(
                  "gzip-file-as-resource",
                  "{\"name\":\"a.gz\",\"data\":\"" + DATA + "\",\"outputType\":\"resource\"}")
              .media("application/gzip"),
          Row.of(
              "gzip-file-as-resource",
              "{\"data\":\"" + DATA + "\",\"outputType\":\"resourceLink\"}",
              "resource_link"),
          Row.of("toggle-simulated-logging", "{}", "Started"),
          Row.of("toggle-simulated-logging", "{}", "Stopped"),
          Row.of("toggle-subscriber-updates", "{}", "Started"),
          Row.of("toggle-subscriber-updates", "{}", "Stopped"),
          Row.of("trigger-elicitation-request", "{}", "Ann"),
          Row.of("trigger-long-running-operation", "{\"duration\":0.1,\"steps\":2}", "completed"),
          Row.of("trigger-sampling-request", "{\"prompt\":\"p\",\"maxTokens\":5}", "sampled p"),
          Row.of("trigger-url-elicitation", "{\"url\":\"https://example.org\"}", "accept"),
          Row.of(
              "trigger-url-elicitation",
              "{\"url\":\"https://example.org\",\"message\":\"m\",\"elicitationId\":\"e\",\"errorPath\":false}",
              "accept"));

  /** The SDK for Java starts no tasks, and this tool is nothing else: its refusal arrives. */
  private static final String TASK = "simulate-research-query";

  private static final Map<Transport, McpSyncClient> CLIENTS = new HashMap<>();
  private static Process server;

  @Parameter private Transport transport;

  private McpSyncClient client() throws Exception {
    McpSyncClient known = CLIENTS.get(transport);
    if (known != null) {
      return known;
    }
    if (transport == Transport.STDIO) {
      CLIENTS.put(transport, EverythingServer.stdio(EveryMcpToolTests::capable));
    } else {
      int port = EverythingServer.freePort();
      server = EverythingServer.listen(port);
      CLIENTS.put(transport, EverythingServer.http(port, EveryMcpToolTests::capable));
    }
    McpSyncClient client = CLIENTS.get(transport);
    // The server offers some only once it knows what the client can do.
    await().until(() -> names(client).containsAll(List.of("trigger-sampling-request", TASK)));
    return client;
  }

  @AfterAll
  static void disconnect() {
    CLIENTS.values().forEach(McpSyncClient::closeGracefully);
    CLIENTS.clear();
    if (server != null) {
      server.destroy();
    }
  }

  private static McpClient.SyncSpec capable(McpClient.SyncSpec spec) {
    return spec.capabilities(
            McpSchema.ClientCapabilities.builder()
                .roots(true)
                .sampling()
                .elicitation(true, true)
                .build())
        .roots(McpSchema.Root.builder("file:///srv/one").name("one").build())
        .sampling(
            request ->
                McpSchema.CreateMessageResult.builder(
                        McpSchema.Role.ASSISTANT,
                        McpSchema.TextContent.builder("sampled p").build(),
                        "test")
                    .build())
        .elicitation(
            request ->
                McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                    .content(Map.of("name", "Ann", "check", true))
                    .build())
        .urlElicitation(
            request ->
                McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT).build());
  }

  /** Its own call, or its answer to what the server asks, after which the call times out. */
  private static boolean refused(ToolCall call) {
    String result = call.isError() ? Agent.result(call) : "";
    return result.contains("Failed to enqueue message")
        || result.contains("Did not observe any item or terminal signal");
  }

  @Test
  void everyToolIsCalledWithEveryArgument() throws Exception {
    List<Tool> tools = tools();
    for (Row row : ROWS) {
      String where = transport + " " + row.tool + " " + row.args;
      OneCall model = new OneCall(row.tool, row.args);
      Agent agent = agent(model, tools);
      assertThat(agent.ask("go")).as(where).hasNoErrors();
      // The client of the SDK sometimes refuses a message before it is sent.
      for (int i = 0; i < 20 && refused(agent.toolCalls().getFirst()); i++) {
        model = new OneCall(row.tool, row.args);
        agent = agent(model, tools);
        assertThat(agent.ask("go")).as(where).hasNoErrors();
      }

      ToolCall call = agent.toolCalls().getFirst();
      assertThat(call.isError()).as(where + ": " + Agent.result(call)).isFalse();
      List<Media> media = media(call);
      assertThat(media).extracting(Media::mimeType).as(where).isEqualTo(row.mimeTypes);
      for (String said : row.says) {
        assertThat(text(call)).as(where).contains(said);
      }
      assertThat(agent.answers()).as(where).containsExactly("done");
      // What the result says, the model is told, by text or by a handle.
      assertThat(model.toolResponse()).as(where).isNotBlank();
    }
  }

  @Test
  void noToolNoArgumentAndNoConstantIsLeftOut() throws Exception {
    Set<String> used = ROWS.stream().map(Row::tool).collect(Collectors.toSet());
    used.add(TASK);
    assertThat(names(client())).containsExactlyInAnyOrderElementsOf(used);
    for (McpSchema.Tool tool : client().listTools().tools()) {
      if (!tool.name().equals(TASK)) {
        JsonNode properties = json(tool.inputSchema()).path("properties");
        List<JsonNode> calls =
            ROWS.stream()
                .filter(r -> r.tool.equals(tool.name()))
                .map(r -> Json.read(r.args))
                .toList();
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
          List<JsonNode> given =
              calls.stream()
                  .filter(c -> c.has(property.getKey()))
                  .map(c -> c.get(property.getKey()))
                  .toList();
          assertThat(given).as(tool.name() + "." + property.getKey()).isNotEmpty();
          Set<JsonNode> constants = new HashSet<>();
          property.getValue().path("enum").forEach(constants::add);
          assertThat(given).as(tool.name() + "." + property.getKey()).containsAll(constants);
        }
      }
    }
  }

  @Test
  void everySchemaIsTheServersWordForWord() throws Exception {
    Map<String, Tool> tools = tools().stream().collect(Collectors.toMap(Tool::name, tool -> tool));
    for (McpSchema.Tool tool : client().listTools().tools()) {
      assertThat(tools.get(tool.name()).describe().inputSchema())
          .as(tool.name())
          .isEqualTo(JsonValue.of(json(tool.inputSchema())));
    }
  }

  @Test
  void imagesReachTheModelAndResourcesCanBeRead() throws Exception {
    OneCall model = new OneCall("get-tiny-image", "{}");
    Agent agent = agent(model, tools());
    agent.ask("go");

    Media image = media(agent.toolCalls().getFirst()).getLast();
    assertThat(image.kind()).isEqualTo(MediaKind.IMAGE);
    assertThat(image.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(image.readAllBytes()).startsWith(0x89, 'P', 'N', 'G');
    List<org.springframework.ai.content.Media> shown =
        model.last().stream()
            .filter(UserMessage.class::isInstance)
            .flatMap(message -> ((UserMessage) message).getMedia().stream())
            .toList();
    assertThat(shown).hasSize(1);
    assertThat(shown.getFirst().getDataAsByteArray()).isEqualTo(image.readAllBytes());
    assertThat(model.toolResponse()).contains("the image you requested").contains(image.id());

    OneCall zip =
        new OneCall(
            "gzip-file-as-resource",
            "{\"name\":\"a.gz\",\"data\":\"" + DATA + "\",\"outputType\":\"resource\"}");
    agent = agent(zip, tools());
    agent.ask("go");
    Media resource = media(agent.toolCalls().getFirst()).getFirst();
    assertThat(resource.source()).hasValueSatisfying(uri -> assertThat(uri).endsWith("a.gz"));
    assertThat(
            new String(
                new GZIPInputStream(new ByteArrayInputStream(resource.readAllBytes()))
                    .readAllBytes(),
                StandardCharsets.UTF_8))
        .isEqualTo("hello");
    // No model takes it, and the conversation goes on.
    assertThat(zip.toolResponse()).contains("application/gzip");
  }

  @Test
  void structuredContentIsSaidOnceAndAsIs() throws Exception {
    OneCall model = new OneCall("get-structured-content", "{\"location\":\"Chicago\"}");
    Agent agent = agent(model, tools());
    agent.ask("go");
    assertThat(Json.read(text(agent.toolCalls().getFirst())))
        .isEqualTo(
            Json.read(
                "{\"temperature\":36,\"conditions\":\"Light rain / drizzle\",\"humidity\":82}"));
  }

  @Test
  void reportsRefusalsInTheServersWords() throws Exception {
    for (Row row :
        List.of(
            Row.of("get-resource-reference", "{\"resourceId\":-1}", "Invalid resourceId: -1"),
            Row.of(
                "trigger-url-elicitation",
                "{\"url\":\"https://example.org/" + transport + "\",\"errorPath\":true}",
                "elicitation"),
            Row.of(TASK, "{\"topic\":\"t\",\"ambiguous\":true}", "task"))) {
      Agent agent = agent(new OneCall(row.tool, row.args), tools());
      assertThat(agent.ask("go")).hasNoErrors();
      ToolCall call = agent.toolCalls().getFirst();
      assertThat(call.isError()).as(row.tool).isTrue();
      assertThat(Agent.result(call)).containsIgnoringCase(row.says.getFirst());
      assertThat(agent.answers()).containsExactly("done");
    }
  }

  @Test
  void sendsNoArgumentsAgainstTheServersSchema() throws Exception {
    for (String args : List.of("{}", "{\"a\":1}", "{\"a\":\"1\",\"b\":2}")) {
      Agent agent = agent(new OneCall("get-sum", args), tools());
      agent.ask("go");
      ToolCall call = agent.toolCalls().getFirst();
      assertThat(call.isError()).isTrue();
      assertThat(Agent.result(call)).contains("The arguments of tool 'get-sum' are not valid: $.");
    }
  }

  private List<Tool> tools() throws Exception {
    return SpringAiTools.of(
        SyncMcpToolCallbackProvider.builder()
            .mcpClients(client())
            .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
            .build()
            .getToolCallbacks());
  }

  private static Set<String> names(McpSyncClient client) {
    return client.listTools().tools().stream()
        .map(McpSchema.Tool::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static JsonNode json(Object value) throws Exception {
    return Json.read(McpJsonDefaults.getMapper().writeValueAsString(value));
  }

  private static List<Media> media(ToolCall call) {
    return call.results() instanceof ToolResults.MediaItems(var items, var single)
        ? items
        : List.of();
  }

  /** The artifact, or what stands before the media. */
  private static String text(ToolCall call) throws Exception {
    return switch (call.results()) {
      case ToolResults.Text(var text) -> text.value();
      case ToolResults.Artifacts(var items, var single) -> items.getFirst().asString();
      case ToolResults.MediaItems(var items, var single) ->
          new String(items.getFirst().readAllBytes(), StandardCharsets.UTF_8);
    };
  }

  private static Agent agent(ChatModel model, List<Tool> tools) {
    return Agent.of(model, Agent::tellingErrors)
        .without("weather")
        .with(tools.toArray(Tool[]::new));
  }

  /** Calls one tool, then is done. */
  private static final class OneCall implements ChatModel {

    private final String tool;
    private final String args;
    private final List<Prompt> prompts = new ArrayList<>();

    OneCall(String tool, String args) {
      this.tool = tool;
      this.args = args;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      prompts.add(prompt);
      AssistantMessage answer =
          prompts.size() == 1
              ? AssistantMessage.builder()
                  .content("")
                  .toolCalls(
                      List.of(new AssistantMessage.ToolCall("call_0", "function", tool, args)))
                  .build()
              : new AssistantMessage("done");
      return new ChatResponse(List.of(new Generation(answer)));
    }

    List<Message> last() {
      return prompts.getLast().getInstructions();
    }

    String toolResponse() {
      return last().stream()
          .filter(ToolResponseMessage.class::isInstance)
          .map(message -> ((ToolResponseMessage) message).getResponses().getFirst().responseData())
          .collect(Collectors.joining());
    }
  }
}
