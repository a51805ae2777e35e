package dev.adk4j.boot.llm;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.tool.ToolProvider;

/**
 * Adds the tools created from Spring AI's callbacks to each turn. The application's own tools keep
 * their names: a third-party tool of the same name is left out, which the provider reports.
 */
record OfferToolCallbacks(ToolProvider callbacks) implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    for (Tool tool : callbacks.tools(ctx)) {
      if (ctx.tools().named(tool.name()).isEmpty()) {
        ctx.tools().register(tool);
      }
    }
    next.proceed();
  }
}
