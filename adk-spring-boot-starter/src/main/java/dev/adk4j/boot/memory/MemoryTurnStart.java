package dev.adk4j.boot.memory;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.OpenTurnMiddleware;

/** Notes that a turn began, where some store is extracted into; before all other middleware. */
final class MemoryTurnStart implements TurnMiddleware {

  private final MemoryManager memory;
  private final TurnMiddleware open;

  MemoryTurnStart(MemoryManager memory) {
    this.memory = memory;
    this.open = new OpenTurnMiddleware(memory.extraction());
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    if (memory.extracts()) {
      open.handle(ctx, next);
    } else {
      next.proceed();
    }
  }
}
