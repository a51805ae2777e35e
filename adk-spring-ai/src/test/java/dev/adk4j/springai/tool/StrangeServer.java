package dev.adk4j.springai.tool;

import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.value.Json;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** An MCP server in this process that answers with any JSON at all, or not, or fails. */
final class StrangeServer implements McpClientTransport {

  /** What the server does with each request of a method. */
  interface Answers {

    /** Returns JSON; null for no answer. */
    String to(JsonNode params) throws Exception;
  }

  static final String GOOD =
      "{\"name\":\"good\",\"description\":\"Works.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}}";

  final List<String> asked = new CopyOnWriteArrayList<>();
  volatile Answers lists = params -> "{\"tools\":[" + GOOD + "]}";
  volatile Answers calls = params -> "{\"content\":[{\"type\":\"text\",\"text\":\"called\"}]}";
  volatile Answers starts =
      params ->
          "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"strange\",\"version\":\"1\"}}";
  volatile Consumer<StrangeServer> behind = server -> {};
  private final AtomicBoolean restarted = new AtomicBoolean();
  private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> client;
  private volatile Consumer<Throwable> failures;

  /** Lists these tools beside the good one. */
  StrangeServer listing(String... tools) {
    List<String> all = Stream.concat(Stream.of(GOOD), Stream.of(tools)).toList();
    lists = params -> "{\"tools\":[" + String.join(",", all) + "]}";
    return this;
  }

  /** Lists these tools and no other. */
  StrangeServer listingOnly(String... tools) {
    lists = params -> "{\"tools\":[" + String.join(",", tools) + "]}";
    return this;
  }

  /** Says that its tools changed. */
  void change() {
    String method = McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED;
    client.apply(Mono.just(new JSONRPCNotification(method))).subscribe();
  }

  /** Knows no session any more, so that the next request of each fails. */
  void restart() {
    restarted.set(true);
  }

  long listings() {
    return asked.stream().filter(McpSchema.METHOD_TOOLS_LIST::equals).count();
  }

  McpSyncClient connect(String name) {
    return spec(name).build();
  }

  McpClient.SyncSpec spec(String name) {
    return McpClient.sync(this)
        .clientInfo(McpSchema.Implementation.builder("client", "1").title(name).build())
        .requestTimeout(Duration.ofMinutes(2))
        .initializationTimeout(Duration.ofMinutes(2));
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    failures = handler;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    client = handler;
    return Mono.empty();
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return message instanceof JSONRPCRequest request
        ? Mono.fromRunnable(() -> answer(request))
        : Mono.empty();
  }

  private void answer(JSONRPCRequest request) {
    asked.add(request.method());
    if (restarted.compareAndSet(true, false)) {
      var unknown = new McpTransportSessionNotFoundException("The session is unknown.");
      failures.accept(unknown);
      throw unknown;
    }
    try {
      Answers answers =
          switch (request.method()) {
            case "initialize" -> starts;
            case "tools/list" -> lists;
            default -> calls;
          };
      String result = answers.to(json(request.params()));
      if (result != null) {
        Map<?, ?> all = McpJsonDefaults.getMapper().readValue("{\"r\":" + result + "}", Map.class);
        boolean error = all.get("r") instanceof Map<?, ?> map && map.containsKey("jsonrpcError");
        Object given = error ? ((Map<?, ?>) all.get("r")).get("jsonrpcError") : all.get("r");
        JSONRPCResponse response =
            error
                ? JSONRPCResponse.error(
                    request.id(),
                    McpJsonDefaults.getMapper()
                        .convertValue(given, JSONRPCResponse.JSONRPCError.class))
                : JSONRPCResponse.result(request.id(), given);
        client.apply(Mono.just(response)).subscribe();
        if (request.method().equals(McpSchema.METHOD_TOOLS_LIST)) {
          behind.accept(this);
        }
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** What offers the tools of these clients by their own names. */
  static SyncMcpToolCallbackProvider provider(McpSyncClient... clients) {
    return SyncMcpToolCallbackProvider.builder()
        .mcpClients(clients)
        .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
        .build();
  }

  /** A tool of the application beside those of servers. */
  static Tool mine() {
    return Agent.tool("mine", (args, ctx, meta) -> ToolOutput.text("mine"));
  }

  private static JsonNode json(Object params) throws Exception {
    return Json.read(McpJsonDefaults.getMapper().writeValueAsString(params));
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return McpJsonDefaults.getMapper().convertValue(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
