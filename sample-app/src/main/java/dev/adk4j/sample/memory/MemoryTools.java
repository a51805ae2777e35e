package dev.adk4j.sample.memory;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.sample.approval.ApprovalRequest;
import dev.adk4j.sample.approval.Approvals;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Remembers at once, for every conversation of the person; forgets, which cannot be undone, only
 * after asking.
 */
@Component
class MemoryTools {

  private static final JsonSchema SCHEMA =
      JsonSchema.parse(
          """
          {
            "type": "object",
            "properties": {"about": {"type": "string", "minLength": 1, "maxLength": 500, "pattern": "\\\\S"}},
            "required": ["about"],
            "additionalProperties": false
          }
          """);

  private final Approvals approvals;

  MemoryTools(Approvals approvals) {
    this.approvals = approvals;
  }

  @AgentTool(
      name = "remember",
      description = "Keeps a fact about the person, for all conversations.")
  String remember(
      @ToolParam(description = "The fact, as one sentence") String fact, DispatchContext ctx) {
    Memories.keep(ctx, fact);
    return "Kept.";
  }

  @AgentTool(
      name = "forget",
      description =
          "Deletes the memories that contain some words, for good. A person is asked first.")
  String forget(
      @ToolParam(description = "Words that the memories contain, such as: my dog") String about,
      DispatchContext ctx)
      throws Exception {
    if (matching(ctx, about).isEmpty()) {
      throw new IllegalArgumentException("nothing is remembered about '" + about + "'");
    }
    return approvals.ask(
        ctx,
        new ApprovalRequest<>(
            "forget", "Delete the memories about this?", new Forget(about.strip()), SCHEMA),
        agreed -> forget(agreed, ctx));
  }

  private static String forget(Forget agreed, DispatchContext ctx) {
    List<Memory> found = matching(ctx, agreed.about());
    found.forEach(memory -> ctx.deleteMemory(memory.id()));
    return switch (found.size()) {
      case 0 -> "Nothing is remembered about '" + agreed.about() + "', so nothing was deleted.";
      case 1 -> "Deleted 1 memory about '" + agreed.about() + "'.";
      default -> "Deleted " + found.size() + " memories about '" + agreed.about() + "'.";
    };
  }

  private static List<Memory> matching(DispatchContext ctx, String about) {
    String words = about.strip().toLowerCase(Locale.ROOT);
    return stored(ctx).stream()
        .filter(m -> m.content().value().toLowerCase(Locale.ROOT).contains(words))
        .toList();
  }

  private static Collection<Memory> stored(DispatchContext ctx) {
    try {
      return ctx.fetchMemories();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the memories could not be fetched", e);
    }
  }

  record Forget(String about) {}
}
