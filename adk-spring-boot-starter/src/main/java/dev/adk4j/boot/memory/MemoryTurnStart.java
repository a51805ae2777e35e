package dev.adk4j.boot.memory;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.MemoryHooks;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.injection.InjectionSettings;

/** Records the start of a turn before all other middleware, if a store has extraction. */
final class MemoryTurnStart implements TurnMiddleware {

  private final TurnMiddleware opening;

  MemoryTurnStart(MemoryManager memory) {
    this.opening =
        MemoryHooks.of(memory, InjectionSettings.OFF)
            .opening()
            .orElse((ctx, next) -> next.proceed());
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    opening.handle(ctx, next);
  }
}
