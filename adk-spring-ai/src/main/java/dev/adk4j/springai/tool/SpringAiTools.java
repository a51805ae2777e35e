package dev.adk4j.springai.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.value.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Converts Spring AI's tool callbacks to tools, including methods with Spring AI's {@code @Tool}
 * and tools of MCP servers. The model receives the callback's schema unchanged. Arguments are
 * validated against it before the callback is called, and passed on unchanged.
 *
 * <p>Images, audio and embedded resources of an MCP server's result become untrusted media. The
 * rest becomes text: plain if the result has only texts or structured content, otherwise JSON with
 * the server's annotations.
 *
 * <p>The tool context contains {@link #SCOPE} and {@link #TURN_ID}. MCP servers do not receive
 * them, because Spring AI would send them over the network.
 *
 * @since 0.1.0
 */
public final class SpringAiTools {

  /** Key of the turn's {@link dev.adk4j.value.Scope} in the tool context. */
  public static final String SCOPE = "adk.scope";

  /** Key of the turn's id in the tool context. */
  public static final String TURN_ID = "adk.turnId";

  private static final String MCP = "org.springframework.ai.mcp.";

  /** Longest time that a turn waits for the lists of MCP servers. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private SpringAiTools() {}

  /**
   * Returns a tool with the callback's name. It is not trusted: its results are data.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} if the schema is
   *     invalid
   */
  public static Tool of(ToolCallback callback) {
    return builder(callback).build();
  }

  /** Returns a builder for a tool with the callback's name, schema and handler. */
  public static Tool.Builder builder(ToolCallback callback) {
    ToolDefinition definition = callback.getToolDefinition();
    String description = definition.description();
    return Tool.builder(definition.name())
        .description(description == null || description.isBlank() ? definition.name() : description)
        .inputSchema(schema(definition))
        .handler(handler(callback));
  }

  private static ToolSchema schema(ToolDefinition definition) {
    try {
      return ToolSchema.verbatim(definition.inputSchema());
    } catch (AdkException e) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE,
          "The schema of the tool '%s' cannot be used: %s"
              .formatted(definition.name(), e.getMessage()),
          e);
    }
  }

  private static Tool.Handler handler(ToolCallback callback) {
    boolean mcp = isMcp(callback);
    McpCall call = mcp ? McpCall.of(callback) : null;
    if (call != null) {
      return (args, ctx, meta) -> call.call(args, ctx);
    }
    return (args, ctx, meta) -> {
      Map<String, Object> context =
          mcp ? Map.of() : Map.of(SCOPE, ctx.scope(), TURN_ID, ctx.turnId());
      return ToolOutput.text(callback.call(Json.write(args), new ToolContext(context)));
    };
  }

  /** Returns the callbacks as tools, in order. */
  public static List<Tool> of(ToolCallback... callbacks) {
    return Arrays.stream(callbacks).map(SpringAiTools::of).toList();
  }

  /**
   * Returns a provider that lists the tools of all these providers in each turn, because an MCP
   * server's tools may change. Reuses the tools of unchanged callbacks. Unusable or unlisted tools
   * are omitted and never fail a turn that does not need them: each tool separately, and the whole
   * list of an MCP server that is unavailable or slow. Changes of the omitted tools are logged as a
   * warning and reported.
   *
   * @param leftOut receives sentences with tool, server and reason, by the name of the tool, or by
   *     {@code *} and the name of a server whose list is unknown
   */
  public static ToolProvider provider(
      Supplier<? extends Collection<ToolCallbackProvider>> providers,
      Consumer<Map<String, String>> leftOut) {
    return new ToolCache(providers, leftOut, PATIENCE);
  }

  /** Returns true if the optional MCP classes are needed. */
  static boolean isMcp(Object part) {
    return part.getClass().getName().startsWith(MCP);
  }
}
