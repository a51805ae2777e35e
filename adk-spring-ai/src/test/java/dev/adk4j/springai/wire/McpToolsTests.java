package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.tool.SpringAiTools;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.AsyncMcpToolCallbackProvider;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;

/** An agent that calls the tools of an MCP server that nobody here wrote. */
class McpToolsTests {

  private static final Queue<Set<String>> SENT = new ConcurrentLinkedQueue<>();

  private static McpSyncClient client;
  private static List<Tool> tools;

  @BeforeAll
  static void connect() {
    client = EverythingServer.stdio(spec -> spec);
    tools = tools(client);
  }

  private static List<Tool> tools(McpSyncClient client) {
    return SpringAiTools.of(
        SyncMcpToolCallbackProvider.builder()
            .mcpClients(client)
            .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
            .toolContextToMcpMetaConverter(McpToolsTests::sentBesideTheArguments)
            .build()
            .getToolCallbacks());
  }

  private static Map<String, Object> sentBesideTheArguments(ToolContext context) {
    SENT.add(context.getContext().keySet());
    return context.getContext();
  }

  @AfterAll
  static void disconnect() {
    if (client != null) {
      client.closeGracefully();
    }
  }

  @Test
  void theModelCallsAToolOfTheServer() throws Exception {
    Agent agent = agent();

    assertThat(agent.ask("add with mcp")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);

    assertThat(agent.toolCalls().getFirst()).calls("get-sum").succeeded();
    assertThat(agent.answers()).containsExactly("The sum is 42.");
  }

  @Test
  void doesNotSendTheScopeToTheServer() throws Exception {
    SENT.clear();
    Agent agent = agent();

    agent.ask("add with mcp");

    assertThat(agent.toolCalls()).hasSize(1);
    assertThat(SENT).containsExactly(Set.of());
  }

  @Test
  void anAsynchronousClientGivesTheWholeResultToo() throws Exception {
    int port = EverythingServer.freePort();
    Process server = EverythingServer.listen(port);
    McpAsyncClient asynchronous =
        McpClient.async(
                HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port).build())
            .requestTimeout(Duration.ofMinutes(2))
            .build();
    try {
      asynchronous.initialize().block();
      tools =
          SpringAiTools.of(
              AsyncMcpToolCallbackProvider.builder()
                  .mcpClients(asynchronous)
                  .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
                  .build()
                  .getToolCallbacks());
      Agent agent = agent();

      assertThat(agent.ask("show with mcp")).hasNoErrors();

      assertThat(agent.answers()).containsExactly("That is the logo.");
      assertThat(agent.toolCalls().getFirst().results())
          .isInstanceOfSatisfying(
              ToolResults.MediaItems.class,
              media -> assertThat(media.items().getLast().mimeType()).isEqualTo("image/png"));
    } finally {
      asynchronous.closeGracefully().block();
      server.destroy();
      tools = tools(client);
    }
  }

  @Test
  void everyToolOfTheServerBecomesAnUntrustedTool() {
    assertThat(tools).extracting(Tool::name).contains("echo", "get-sum");
    assertThat(tools).noneMatch(Tool::trusted).noneMatch(Tool::isArtifactTool);
    Tool sum = tools.stream().filter(t -> t.name().equals("get-sum")).findFirst().orElseThrow();
    assertThat(sum.describe().inputSchema().text()).contains("\"a\"", "\"b\"");
  }

  private static Agent agent() {
    return Agent.of(
            RecordedModels.openAi(MockProviders.start().url(), "mock-model"), Agent::tellingErrors)
        .without("weather")
        .with(tools.toArray(Tool[]::new));
  }
}
