package dev.adk4j.test;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;

/** The steps of a {@link Script} that both report and store. */
final class Steps {

  private Steps() {}

  static Script.Step say(List<String> deltas) {
    return (ctx, helpers) -> {
      String id = Ids.next();
      report(deltas, (delta, complete) -> helpers.reportMessage(id, delta, complete));
      ctx.storeMessage(Message.assistant(id, String.join("", deltas), ctx.clock().instant()));
    };
  }

  static Script.Step think(List<String> deltas) {
    return (ctx, helpers) -> {
      String id = Ids.next();
      report(deltas, (delta, complete) -> helpers.reportThought(id, delta, complete));
      ctx.storeThought(thought(id, String.join("", deltas), ctx));
    };
  }

  static Script.Step callTool(String tool, Object args) {
    JsonValue json = JsonValue.of(args);
    return (ctx, helpers) -> ToolCallRunner.run(ctx, helpers, tool, json.node());
  }

  private static Thought thought(String id, String text, DispatchContext ctx) {
    Instant now = ctx.clock().instant();
    return Thought.builder().id(id).content(text).createdAt(now).updatedAt(now).build();
  }

  private static void report(List<String> deltas, Delta report) {
    for (int i = 0; i < deltas.size(); i++) {
      report.accept(deltas.get(i), i == deltas.size() - 1);
    }
  }

  @FunctionalInterface
  private interface Delta {
    void accept(String delta, boolean complete);
  }
}
