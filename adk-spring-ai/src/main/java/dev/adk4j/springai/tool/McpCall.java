package dev.adk4j.springai.tool;

import static io.modelcontextprotocol.spec.McpSchema.METHOD_TOOLS_CALL;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.value.Json;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.ToolContextToMcpMetaConverter;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * Calls a tool of an MCP server like Spring AI's callback, but keeps the whole result. The callback
 * returns a text without structured content and with rounded numbers.
 */
record McpCall(
    ToolCallback callback,
    Tool tool,
    ToolContextToMcpMetaConverter meta,
    Object client,
    McpAsyncClient async,
    @Nullable McpConnection connection) {

  private static final TypeReference<Map<String, Object>> ARGUMENTS = new TypeReference<>() {};

  /**
   * Returns the call of a callback; null if it does not belong to an MCP server or does not expose
   * its client.
   */
  static @Nullable McpCall of(ToolCallback callback) {
    Object client = McpConnection.field(callback, "mcpClient");
    if (!(McpConnection.async(client) instanceof McpAsyncClient async)
        || !(McpConnection.field(callback, "tool") instanceof Tool tool)
        || !(McpConnection.field(callback, "toolContextToMcpMetaConverter")
            instanceof ToolContextToMcpMetaConverter meta)) {
      return null;
    }
    return new McpCall(
        callback, tool, meta, Objects.requireNonNull(client), async, McpConnection.of(client));
  }

  private JsonNode send(CallToolRequest request) {
    if (connection != null) {
      return Objects.requireNonNull(
          connection.send(METHOD_TOOLS_CALL, request).block(), "The server has no tools.");
    }
    return McpConnection.json(
        client instanceof McpSyncClient sync
            ? sync.callTool(request)
            : Objects.requireNonNull(async.callTool(request).block()));
  }

  /** Returns the names of the server. */
  String server() {
    return McpConnection.server(async);
  }

  /** Calls the tool. The server does not receive the scope. */
  ToolOutput call(JsonNode args, DispatchContext ctx) throws Exception {
    try {
      return output(args, ctx);
    } catch (Exception e) {
      ToolChanges changes = connection == null ? null : connection.changes();
      if (changes != null) {
        changes.failed(callback.getToolDefinition().name());
      }
      throw e;
    }
  }

  private ToolOutput output(JsonNode args, DispatchContext ctx) throws Exception {
    JsonNode result;
    try {
      result =
          send(
              CallToolRequest.builder(tool.name())
                  .arguments(Json.mapper().convertValue(args, ARGUMENTS))
                  .meta(meta.convert(new ToolContext(Map.of())))
                  .build());
    } catch (McpError e) {
      throw failed(problem(e));
    }
    McpOutput output = new McpOutput(tool.name(), ctx);
    if (McpOutput.isError(result)) {
      throw failed(output.problem(result));
    }
    return output.of(result);
  }

  private ToolExecutionException failed(String problem) {
    return new ToolExecutionException(
        callback.getToolDefinition(), new IllegalStateException(problem));
  }

  private static String problem(McpError error) {
    JSONRPCError given = error.getJsonRpcError();
    String message = String.valueOf(error.getMessage());
    if (given == null) {
      return message;
    }
    String told = message.isBlank() ? "The server's error is " + given.code() + "." : message;
    JsonNode data = McpConnection.json(given.data());
    String more = data.isString() ? data.stringValue() : data.toPrettyString();
    return data.isNull() || data.isContainer() && data.isEmpty() || told.contains(more)
        ? told
        : told + "\n" + more;
  }
}
