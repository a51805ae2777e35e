package dev.adk4j.boot.test.app;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import org.springframework.stereotype.Component;

/** A component of the agent. */
@Component
public class Shouting implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) {
    ctx.stash().set("shouting", true);
    next.proceed();
  }
}
