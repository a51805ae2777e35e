package dev.adk4j.springai.tool;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.value.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Makes tools of Spring AI's tool callbacks, and so of methods with its {@code @Tool} and of the
 * tools of MCP servers. Arguments are checked against the callback's schema before it is called.
 *
 * <p>Whom a call acts for is said beside the arguments, in the tool context: {@link #SCOPE} and
 * {@link #TURN_ID}. MCP servers are not told, since Spring AI would send it to them.
 */
public final class SpringAiTools {

  /** The tool context's key for the {@link dev.adk4j.value.Scope} of the turn. */
  public static final String SCOPE = "adk.scope";

  /** The tool context's key for the id of the turn. */
  public static final String TURN_ID = "adk.turnId";

  private static final String MCP = "org.springframework.ai.mcp.";

  private SpringAiTools() {}

  /**
   * The callback as a tool of the same name. Not trusted: what it returns is data.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} where its schema
   *     cannot be used
   */
  public static Tool of(ToolCallback callback) {
    return builder(callback).build();
  }

  /** The same for a tool that needs more to be said; name, schema and handler are set. */
  public static Tool.Builder builder(ToolCallback callback) {
    ToolDefinition definition = callback.getToolDefinition();
    String description = definition.description();
    return Tool.builder(definition.name())
        .description(description == null || description.isBlank() ? definition.name() : description)
        .inputSchema(definition.inputSchema())
        .handler(
            (args, ctx, meta) ->
                ToolOutput.text(callback.call(Json.write(args), context(callback, ctx))));
  }

  /** The callbacks as tools, in order. */
  public static List<Tool> of(ToolCallback... callbacks) {
    return Arrays.stream(callbacks).map(SpringAiTools::of).toList();
  }

  /**
   * Asks for the callbacks at each turn, since an MCP server's tools may change; a callback that is
   * given again is not made a tool again.
   */
  public static ToolProvider provider(Supplier<List<ToolCallback>> callbacks) {
    ToolCache cache = new ToolCache();
    return ctx -> cache.toolsOf(callbacks.get());
  }

  private static ToolContext context(ToolCallback callback, DispatchContext ctx) {
    return callback.getClass().getName().startsWith(MCP)
        ? new ToolContext(Map.of())
        : new ToolContext(Map.of(SCOPE, ctx.scope(), TURN_ID, ctx.turnId()));
  }
}
