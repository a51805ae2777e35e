package dev.adk4j.sample.memory;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.sample.approval.ApprovalRequest;
import dev.adk4j.sample.approval.Approvals;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Forgets, which cannot be undone, only after asking. What remembers comes from the manager. */
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
  private final MemoryShelf shelf;

  MemoryTools(Approvals approvals, MemoryShelf shelf) {
    this.approvals = approvals;
    this.shelf = shelf;
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

  private String forget(Forget agreed, DispatchContext ctx) {
    List<MemoryEntry> found = matching(ctx, agreed.about());
    found.forEach(fact -> shelf.erase(ctx.scope(), String.valueOf(fact.id())));
    return switch (found.size()) {
      case 0 -> "Nothing is remembered about '" + agreed.about() + "', so nothing was deleted.";
      case 1 -> "Deleted 1 memory about '" + agreed.about() + "'.";
      default -> "Deleted " + found.size() + " memories about '" + agreed.about() + "'.";
    };
  }

  private List<MemoryEntry> matching(DispatchContext ctx, String about) {
    String words = about.strip().toLowerCase(Locale.ROOT);
    return shelf.all(ctx.scope()).stream()
        .filter(fact -> fact.content().toLowerCase(Locale.ROOT).contains(words))
        .toList();
  }

  record Forget(String about) {}
}
