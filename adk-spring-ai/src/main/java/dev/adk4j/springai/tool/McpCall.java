package dev.adk4j.springai.tool;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.value.Json;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import org.springframework.ai.mcp.ToolContextToMcpMetaConverter;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.util.ReflectionUtils;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * Calls a tool of an MCP server as Spring AI's callback does, but keeps the whole result. The
 * callback returns a text without structured content and with rounded numbers.
 */
final class McpCall {

  private static final TypeReference<Map<String, Object>> ARGUMENTS = new TypeReference<>() {};

  private final ToolCallback callback;
  private final Tool tool;
  private final ToolContextToMcpMetaConverter meta;
  private final Function<CallToolRequest, CallToolResult> client;

  private McpCall(
      ToolCallback callback,
      Tool tool,
      ToolContextToMcpMetaConverter meta,
      Function<CallToolRequest, CallToolResult> client) {
    this.callback = callback;
    this.tool = tool;
    this.meta = meta;
    this.client = client;
  }

  /**
   * Returns the call of a callback; null if it does not belong to an MCP server or does not expose
   * its client.
   */
  static @Nullable McpCall of(ToolCallback callback) {
    Function<CallToolRequest, CallToolResult> client =
        switch (callback) {
          case SyncMcpToolCallback sync ->
              field(sync, "mcpClient") instanceof McpSyncClient to ? to::callTool : null;
          case AsyncMcpToolCallback async ->
              field(async, "mcpClient") instanceof McpAsyncClient to
                  ? request -> Objects.requireNonNull(to.callTool(request).block())
                  : null;
          default -> null;
        };
    return client != null
            && field(callback, "tool") instanceof Tool tool
            && field(callback, "toolContextToMcpMetaConverter")
                instanceof ToolContextToMcpMetaConverter meta
        ? new McpCall(callback, tool, meta, client)
        : null;
  }

  /**
   * Reads a private field, because callbacks do not expose their client, which alone returns the
   * whole result.
   */
  private static @Nullable Object field(ToolCallback callback, String name) {
    Field field = ReflectionUtils.findField(callback.getClass(), name);
    if (field == null) {
      return null;
    }
    ReflectionUtils.makeAccessible(field);
    return ReflectionUtils.getField(field, callback);
  }

  /** Calls the tool. The server does not receive the scope. */
  ToolOutput call(JsonNode args, DispatchContext ctx) throws Exception {
    CallToolResult result =
        client.apply(
            CallToolRequest.builder(tool.name())
                .arguments(Json.mapper().convertValue(args, ARGUMENTS))
                .meta(meta.convert(new ToolContext(Map.of())))
                .build());
    if (Boolean.TRUE.equals(result.isError())) {
      throw new ToolExecutionException(
          callback.getToolDefinition(), new IllegalStateException(problem(result)));
    }
    return new McpOutput(tool.name(), ctx).of(result);
  }

  private static String problem(CallToolResult result) {
    String told =
        result.content().stream()
            .map(content -> content instanceof TextContent text ? text.text() : content.type())
            .collect(Collectors.joining("\n"));
    return told.isEmpty() ? "The server says that it failed, and not why." : told;
  }
}
