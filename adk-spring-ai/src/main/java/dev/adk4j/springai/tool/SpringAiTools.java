package dev.adk4j.springai.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
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
 * tools of MCP servers. The model sees the callback's own schema, word for word; arguments are
 * checked against it before the callback is called, and handed on as they were given.
 *
 * <p>Images, sounds and embedded resources of an MCP server's result become media, which no one
 * vouches for; the rest becomes text: bare where it is nothing but texts or structured content,
 * otherwise JSON with the server's annotations.
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
        .inputSchema(schema(definition))
        .handler(handler(callback));
  }

  private static ToolSchema schema(ToolDefinition definition) {
    try {
      return ToolSchema.verbatim(definition.inputSchema());
    } catch (AdkException e) {
      throw AdkException.of(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE)
          .message(
              "The schema of the tool '"
                  + definition.name()
                  + "' cannot be used: "
                  + e.getMessage())
          .cause(e)
          .build();
    }
  }

  private static Tool.Handler handler(ToolCallback callback) {
    if (callback.getClass().getName().startsWith(MCP)) {
      McpCall call = McpCall.of(callback);
      return call != null
          ? (args, ctx, meta) -> call.call(args, ctx)
          : (args, ctx, meta) ->
              ToolOutput.text(callback.call(Json.write(args), new ToolContext(Map.of())));
    }
    return (args, ctx, meta) ->
        ToolOutput.text(
            callback.call(
                Json.write(args),
                new ToolContext(Map.of(SCOPE, ctx.scope(), TURN_ID, ctx.turnId()))));
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
}
