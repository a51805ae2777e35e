package dev.adk4j.client;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Tools of one turn that the sender of its message runs: a call is a ticket.
 *
 * @param tools must have unique names
 * @param atMost how long a call waits
 */
record CallerTools(List<Tool.Description> tools, Duration atMost) {

  private static final String MARK = "adk.caller";

  CallerTools {
    tools = List.copyOf(tools);
    Objects.requireNonNull(atMost, "atMost");
  }

  /** Returns true for a tool that was made here. */
  static boolean isOne(Tool tool) {
    return tool.meta().has(MARK);
  }

  /** Returns the tools, except those whose names are taken. */
  List<Tool> tools(Set<String> taken) {
    return tools.stream().filter(tool -> !taken.contains(tool.name())).map(this::tool).toList();
  }

  private Tool tool(Tool.Description told) {
    return Tool.builder(told.name())
        .description(told.description())
        .inputSchema(ToolSchema.verbatim(told.inputSchema()))
        .onCollision(Tool.OnCollision.KEEP)
        .meta(Map.of(MARK, true))
        .handler(new Call(atMost))
        .build();
  }

  private record Call(Duration atMost) implements Tool.Handler {

    @Override
    public ToolOutput handle(JsonNode args, DispatchContext ctx, Attributes meta) {
      throw new IllegalStateException("A call that is not recorded cannot wait for its caller.");
    }

    @Override
    public ToolOutput handle(
        JsonNode args, DispatchContext ctx, Attributes meta, @Nullable String recordId) {
      if (recordId == null) {
        return handle(args, ctx, meta);
      }
      TicketRequest ticket =
          new TicketRequest(
              recordId, TicketRequest.CALLER, null, ctx.clock().instant().plus(atMost));
      return new ToolOutput.Waits(ctx.leave(ticket).ref());
    }
  }

  JsonValue json() {
    return JsonValue.of(
        Map.of(
            "atMost",
            atMost.toMillis(),
            "tools",
            tools.stream()
                .map(
                    tool ->
                        Map.of(
                            "name",
                            tool.name(),
                            "description",
                            tool.description(),
                            "schema",
                            tool.inputSchema().node()))
                .toList()));
  }

  static CallerTools of(JsonNode json) {
    List<Tool.Description> tools = new ArrayList<>();
    for (JsonNode tool : json.path("tools")) {
      tools.add(
          new Tool.Description(
              tool.path("name").asString(),
              tool.path("description").asString(),
              JsonValue.of(tool.path("schema"))));
    }
    return new CallerTools(tools, Duration.ofMillis(json.path("atMost").longValue()));
  }
}
