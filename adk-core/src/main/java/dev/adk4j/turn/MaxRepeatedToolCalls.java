package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.primitive.ToolCall;
import java.util.HashMap;
import java.util.Map;

/**
 * Refuses a dispatch whose model calls the same tool with the same arguments too often. Add it to
 * the dispatch input pipeline. Calls that the dispatch started with are history and do not count.
 * Immutable.
 *
 * @since 0.1.0
 */
public final class MaxRepeatedToolCalls implements DispatchMiddleware {

  private static final String HISTORY = "adk.maxRepeatedToolCalls";

  private final int max;

  /**
   * @param max how often a dispatch may make the same call, at least 1
   */
  public MaxRepeatedToolCalls(int max) {
    Violations.require(max > 0, "$.max", "range", "must be at least 1, was " + max);
    this.max = max;
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (ctx.isFirstIteration()) {
      remember(ctx);
    }
    Map<String, Integer> history = ctx.stash().get(HISTORY, Map.of());
    for (ToolCall call : ctx.turnToolCalls()) {
      int made = ctx.toolCallCount(call.checksum()) - history.getOrDefault(call.checksum(), 0);
      if (made > max) {
        ctx.nack(
            AdkException.of(AdkErrorCode.E_DISPATCH_LIMIT_REACHED)
                .message(
                    "The tool '"
                        + call.tool()
                        + "' was called "
                        + made
                        + " times with the same arguments; "
                        + max
                        + " are allowed.")
                .args("repeatedToolCalls", max, call.tool())
                .build());
        return;
      }
    }
    next.proceed();
  }

  private static void remember(DispatchContext ctx) {
    Map<String, Integer> history = new HashMap<>();
    ctx.turnToolCalls()
        .forEach(call -> history.put(call.checksum(), ctx.toolCallCount(call.checksum())));
    if (!history.isEmpty()) {
      ctx.stash().set(HISTORY, history);
    }
  }
}
