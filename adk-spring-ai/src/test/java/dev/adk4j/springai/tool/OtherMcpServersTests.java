package dev.adk4j.springai.tool;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.wire.TestTools;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;

/** MCP servers that others wrote, and one that is killed, each a process beside a turn. */
@Tag("slow")
class OtherMcpServersTests {

  private final List<McpSyncClient> clients = new ArrayList<>();
  private final List<Map<String, String>> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    clients.forEach(McpSyncClient::closeGracefully);
  }

  @Test
  void theFilesystemServerWritesAndReads(@TempDir Path folder) throws Exception {
    Path file = folder.toRealPath().resolve("a.txt");
    CallingModel model =
        new CallingModel()
            .call("write_file", "{\"path\":\"%s\",\"content\":\"written\"}".formatted(file))
            .call("read_text_file", "{\"path\":\"%s\"}".formatted(file))
            .call("read_text_file", "{\"path\":\"/etc/hostname\"}");
    Agent agent = agent(model, npm("filesystem", folder.toRealPath().toString()));

    turn(agent);

    assertThat(Files.readString(file)).isEqualTo("written");
    assertThat(agent.toolCalls()).extracting(ToolCall::isError).containsExactly(false, false, true);
    assertThat(CallingModel.text(agent.toolCalls().get(1))).contains("written");
    assertThat(CallingModel.text(agent.toolCalls().getLast()))
        .contains("outside allowed directories");
    assertThat(told).isEmpty();
  }

  @Test
  void theMemoryServerKeepsAGraph() throws Exception {
    CallingModel model =
        new CallingModel()
            .call(
                "create_entities",
                "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"counts\"]}]}")
            .call("search_nodes", "{\"query\":\"Ada\"}");
    Agent agent = agent(model, npm("memory"));

    turn(agent);

    assertThat(agent.toolCalls()).noneMatch(ToolCall::isError);
    assertThat(CallingModel.text(agent.toolCalls().getLast())).contains("counts");
    assertThat(told).isEmpty();
  }

  @Test
  void allOfThemStandBesideOneThatIsNotThere() throws Exception {
    CallingModel model = new CallingModel().call("echo", "{\"message\":\"hi\"}");
    McpSyncClient missing =
        McpClient.sync(
                new StdioClientTransport(
                    ServerParameters.builder("no-such-program").build(),
                    McpJsonDefaults.getMapper()))
            .initializationTimeout(Duration.ofSeconds(2))
            .build();
    Agent agent = agent(model, npm("everything", "stdio"), missing, npm("memory"));

    turn(agent);

    assertThat(model.offered()).contains("mine", "echo", "read_graph");
    assertThat(CallingModel.text(agent.toolCalls().getFirst())).isEqualTo("Echo: hi");
    assertThat(told).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "start",
        "initialize",
        "half of initialize",
        "after initialize",
        "tools/list",
        "half of tools/list",
        "after tools/list",
        "tools/call",
        "half of tools/call",
        "after tools/call",
        "call 2"
      })
  void aTurnEndsWheneverTheServerIsKilled(String moment) throws Exception {
    CallingModel model =
        new CallingModel().call("good", "{}").call("mine", "{}").call("good", "{}");
    Agent agent =
        agent(
            model,
            node(
                Duration.ofSeconds(3), TestTools.folder().resolve("llm/dying-server.mjs"), moment));

    turn(agent);

    assertThat(agent.answers()).containsExactly("done");
    assertThat(agent.toolCalls().get(1).isError()).isFalse();
    boolean first = moment.equals("after tools/call") || moment.equals("call 2");
    assertThat(agent.toolCalls().getFirst().isError()).isEqualTo(!first);
    assertThat(agent.toolCalls().getLast().isError()).isTrue();
  }

  private McpSyncClient npm(String server, String... args) {
    Path program =
        TestTools.folder()
            .resolve("node_modules/@modelcontextprotocol/server-" + server + "/dist/index.js");
    return node(Duration.ofMinutes(2), program, args);
  }

  private McpSyncClient node(Duration timeout, Path program, String... args) {
    List<String> all = new ArrayList<>(List.of(program.toString()));
    all.addAll(List.of(args));
    McpSyncClient client =
        McpClient.sync(
                new StdioClientTransport(
                    ServerParameters.builder("node").args(all).build(),
                    McpJsonDefaults.getMapper()))
            .requestTimeout(timeout)
            .initializationTimeout(timeout)
            .build();
    clients.add(client);
    return client;
  }

  private Agent agent(CallingModel model, McpSyncClient... clients) {
    SyncMcpToolCallbackProvider provider = StrangeServer.provider(clients);
    return Agent.of(model, Agent::tellingErrors)
        .with(StrangeServer.mine())
        .offering(new ToolCache(() -> List.of(provider), told::add, Duration.ofMinutes(2)));
  }

  private static void turn(Agent agent) throws Exception {
    assertThat(agent.ask("go")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
  }
}
