package dev.adk4j.test;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;

/** Steps of a {@link Script} that report and store records. */
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

  static ToolCallRequest callTool(String tool, Object args) {
    return new ToolCallRequest(null, tool, JsonValue.of(args).node());
  }

  /** Runs the calls as part of one answer. Returns false if they wait for approvals. */
  static boolean callTools(
      DispatchContext ctx, DispatchExecutorHelpers helpers, List<ToolCallRequest> calls) {
    calls.forEach(call -> mustHave(ctx, call.tool()));
    return !ToolCallRunner.run(ctx, helpers, calls, ToolResultOptions.DEFAULT).isEmpty()
        || ctx.aborted();
  }

  static Script.Step answer(Object value) {
    return (ctx, helpers) -> {
      AnswerType<?> type = AnswerType.in(ctx.stash());
      say(List.of(type == null ? JsonValue.of(value).text() : type.write(value))).run(ctx, helpers);
    };
  }

  private static void mustHave(DispatchContext ctx, String tool) {
    if (!ctx.tools().has(tool)) {
      List<String> known = ctx.tools().visible().stream().map(Tool::name).sorted().toList();
      throw new IllegalStateException(
          "The script calls the tool '%s', which the agent does not have. %s"
              .formatted(tool, known.isEmpty() ? "It has no tools." : "Its tools: " + known + "."));
    }
  }

  static Script.Step callMissingTool(String tool, Object args) {
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
