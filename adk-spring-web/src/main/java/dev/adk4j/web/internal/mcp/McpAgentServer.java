package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.limit.Permit;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.Tool;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.mcp.server.webmvc.transport.WebMvcStreamableServerTransportProvider;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.core.type.TypeReference;

/** Serves agents, tools and documents as tools of an MCP server. Thread-safe. */
public final class McpAgentServer {

  private static final Logger log = LoggerFactory.getLogger(McpAgentServer.class);

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
  private static final String CALL = "dev.adk4j.call";
  private static final String CALLER = "dev.adk4j.caller";
  private static final String DOCUMENTS = "documents:///search/";

  private static final String ASK =
      """
      {"type": "object", "required": ["message"], "additionalProperties": false, "properties": {
       "message": {"type": "string", "minLength": 1,
        "description": "The question or task, with all information that it needs."},
       "conversation": {"type": "string", "minLength": 1, "maxLength": 200,
        "description": "A name of your choice. Pass it again to continue the conversation.\
        Without it the agent does not know earlier messages."}}}
      """;

  private final ProtocolAccess access;
  private final RequestLimits limits;
  private final McpSessions sessions = new McpSessions();
  private final McpRunning running = new McpRunning();

  private final GateService service;
  private final InstantSource clock;

  // for the calls
  final McpWaited waited = new McpWaited();
  final Duration hold;

  /**
   * @param service settles and looks up gates
   * @param limits limits of open requests, which count as streams
   * @param hold maximum time that a request waits at a gate
   */
  public McpAgentServer(
      ProtocolAccess access,
      GateService service,
      RequestLimits limits,
      InstantSource clock,
      Duration hold) {
    this.access = access;
    this.service = service;
    this.clock = clock;
    this.limits = limits;
    this.hold = hold;
  }

  /** Returns the guard of the path, which knows the owner of each session. */
  public GuardedPath guard(String path) {
    return new GuardedPath(path, true, this::admit, access::isKnown, body -> body, new McpRules());
  }

  /** Sessions of other callers return the same error as unknown ones. */
  private void admit(HttpServletRequest request) {
    access.admit(request);
    String session = request.getHeader(McpRules.SESSION);
    if (session != null && !sessions.isOf(session, access.caller(request))) {
      throw McpRules.noSession();
    }
  }

  /** Returns the routes of the protocol's server, guarded by this one. */
  public RouterFunction<ServerResponse> routes(RouterFunction<ServerResponse> server) {
    return server.filter(new McpRoutes(access, sessions, running));
  }

  /** Returns the transport of the protocol's server. */
  public WebMvcStreamableServerTransportProvider transport(McpJsonMapper json, String path) {
    return WebMvcStreamableServerTransportProvider.builder()
        .jsonMapper(new McpJson(json))
        .mcpEndpoint(path)
        .contextExtractor(this::context)
        .build();
  }

  private McpTransportContext context(ServerRequest request) {
    return McpTransportContext.create(
        Map.of(
            CALL, running.begin(McpRoutes.session(request), McpRoutes.body(request)),
            CALLER, access.caller(request.servletRequest())));
  }

  /**
   * Returns a tool for each of these agents.
   *
   * @param descriptions returns the purpose of an agent, for the client's model; null for an agent
   *     without a description
   */
  public List<SyncToolSpecification> agents(
      ProtocolAgents agents,
      Collection<String> names,
      Function<String, @Nullable String> descriptions) {
    List<SyncToolSpecification> tools = new ArrayList<>();
    for (String agent : names) {
      String name = name(agent);
      String description = descriptions.apply(agent);
      tools.add(
          tool(
              name,
              description == null ? "Asks the agent '" + agent + "'." : description,
              JsonValue.parse(ASK),
              null,
              args -> McpTarget.agent(name, agents.find(agent), args)));
    }
    return tools;
  }

  /**
   * Returns tools of the application that run unchanged, without a model.
   *
   * @param client called for each tool call; its executor is a {@link DirectCall}, and its turns
   *     end when they wait
   */
  public List<SyncToolSpecification> tools(List<Tool> tools, Supplier<AgentClient> client) {
    return tools.stream()
        .map(
            tool ->
                tool(
                    tool.name(),
                    tool.description(),
                    tool.inputSchema().json(),
                    ToolAnnotations.builder().readOnlyHint(tool.readOnly()).build(),
                    args -> McpTarget.direct(tool.name(), client.get(), args)))
        .toList();
  }

  /** Returns passages of documents as resources, by query. */
  public SyncResourceTemplateSpecification documents(Tool search, Supplier<AgentClient> client) {
    return new SyncResourceTemplateSpecification(
        ResourceTemplate.builder(DOCUMENTS + "{query}", search.name())
            .description("Passages of the documents that match the words of the query.")
            .mimeType("application/json")
            .build(),
        (exchange, request) -> passages(search, client.get(), exchange, request));
  }

  private ReadResourceResult passages(
      Tool search,
      AgentClient client,
      McpSyncServerExchange exchange,
      ReadResourceRequest request) {
    String query =
        URLDecoder.decode(request.uri().substring(DOCUMENTS.length()), StandardCharsets.UTF_8);
    JsonValue args = JsonValue.of(Map.of("query", query));
    McpTarget target = McpTarget.direct(search.name(), client, args);
    String found =
        caller(exchange)
            .conversation(client, target.id())
            .send(target.message(), target.options())
            .text();
    return ReadResourceResult.builder(
            List.of(
                TextResourceContents.builder(request.uri(), found)
                    .mimeType("application/json")
                    .build()))
        .build();
  }

  private SyncToolSpecification tool(
      String name,
      String description,
      JsonValue schema,
      @Nullable ToolAnnotations annotations,
      Function<JsonValue, McpTarget> target) {
    return SyncToolSpecification.builder()
        .tool(
            io.modelcontextprotocol.spec.McpSchema.Tool.builder(
                    name, Json.mapper().convertValue(schema.node(), OBJECT))
                .description(description)
                .annotations(annotations)
                .build())
        .callHandler((exchange, request) -> called(exchange, request, target))
        .build();
  }

  McpGates gates(ProtocolCaller caller, Conversation conversation) {
    return new McpGates(service, new ProtocolGates(service, caller, conversation), clock);
  }

  private CallToolResult called(
      McpSyncServerExchange exchange,
      CallToolRequest request,
      Function<JsonValue, McpTarget> target) {
    try (McpRunning.Call call = (McpRunning.Call) exchange.transportContext().get(CALL);
        Permit open = limits.stream(caller(exchange).owner())) {
      Map<String, Object> given = request.arguments();
      JsonValue args = JsonValue.of((Object) (given == null ? Map.of() : given));
      return new McpCall(this, exchange, request, call, caller(exchange), target.apply(args)).run();
    } catch (AdkException e) {
      return McpResults.failed(e);
    } catch (CancellationException | InterruptedException e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      // not delivered: a client that canceled a call ignores its response
      return McpResults.failed(
          new AdkException(AdkErrorCode.E_TURN_ABORTED, "The client canceled the call."));
    } catch (Exception e) {
      log.error("A call of the MCP tool '{}' failed.", request.name(), e);
      return McpResults.failed(new AdkException(AdkErrorCode.E_NO_ANSWER, "The call failed.", e));
    }
  }

  private static ProtocolCaller caller(McpSyncServerExchange exchange) {
    if (exchange.transportContext().get(CALLER) instanceof ProtocolCaller caller) {
      return caller;
    }
    throw new IllegalStateException(
        "The MCP server has a transport other than the one of the agents. Remove that bean.");
  }

  /** Names of tools consist of letters, digits and a few signs. */
  private static String name(String agent) {
    String name = agent.replaceAll("[^A-Za-z0-9_.-]", "_");
    return name.length() <= 64 ? name : name.substring(0, 64);
  }
}
