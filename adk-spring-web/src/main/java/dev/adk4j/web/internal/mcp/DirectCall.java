package dev.adk4j.web.internal.mcp;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import java.util.List;

/**
 * Runs one tool call without a model, with all other parts of a turn: guards, approvals, scope,
 * limits and records. The answer is the tool's result.
 */
public final class DirectCall implements DispatchExecutor {

  static final String STASH_KEY = "adk.mcp.call";

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    List<ToolCall> made = ctx.turnToolCalls().snapshot();
    if (ctx.isFirstIteration() && ctx.stash().get(STASH_KEY) instanceof ToolCallRequest call) {
      made = ToolCallRunner.run(ctx, helpers, List.of(call), ToolResultOptions.DEFAULT);
    }
    if (!made.isEmpty() && !ctx.isSignalled() && !ctx.aborted()) {
      String id = Ids.next();
      String result = made.getLast().text();
      // a message has at least one character
      String said = result.isEmpty() ? "(no result)" : result;
      helpers.reportMessage(id, said, true);
      ctx.storeMessage(Message.assistant(id, said, ctx.clock().instant()));
      ctx.ack();
    }
  }
}
