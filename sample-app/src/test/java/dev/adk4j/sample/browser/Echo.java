package dev.adk4j.sample.browser;

import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolParam;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that says nothing but what it was told: as a thought, as the name of a tool, as names and
 * values of arguments, as a tool's result, as a question to a person, as an answer and as an error.
 */
final class Echo implements DispatchExecutor {

  /** Asks for everything at once. */
  static final String ALL = "All of it";

  /** Asks for a turn that fails. */
  static final String FAIL = "Fail";

  private final List<String> texts;

  Echo(List<String> texts) {
    this.texts = texts;
  }

  @AgentTool(name = "echo", description = "Says it again.")
  String echo(@ToolParam(description = "What to say") String text) {
    return text;
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    String asked =
        ctx.turnMessages().stream()
            .reduce((first, last) -> last)
            .flatMap(Message::content)
            .orElseThrow()
            .value();
    if (asked.equals(FAIL)) {
      throw new IllegalStateException(String.join(" ", texts));
    }
    for (String text : asked.equals(ALL) ? texts : List.of(asked)) {
      say(ctx, helpers, text);
    }
    if (asked.equals(ALL)) {
      ask(ctx);
    }
    ctx.ack();
  }

  private static void say(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
    Instant now = ctx.clock().instant();
    String thought = Ids.next();
    helpers.reportThought(thought, text, true);
    ctx.storeThought(
        Thought.builder().id(thought).content(text).createdAt(now).updatedAt(now).build());
    ToolCallRunner.run(ctx, helpers, text, JsonValue.of(Map.of(text, text)).node());
    ToolCallRunner.run(ctx, helpers, "echo", JsonValue.of(Map.of("text", text)).node());
    String answer = Ids.next();
    helpers.reportMessage(answer, text, true);
    ctx.storeMessage(Message.assistant(answer, text, now));
  }

  private void ask(DispatchContext ctx) throws Exception {
    Map<String, Object> args = new LinkedHashMap<>();
    texts.forEach(text -> args.put(text, text));
    String all = String.join(" ", texts);
    ctx.waitFor(
        GateRequest.of(Ids.next(), ApprovalGuard.CONFIRMATION, Map.of("tool", all, "args", args)));
  }
}
