package dev.adk4j.boot.memory;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.MemoryHooks;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.injection.InjectionSettings;

/**
 * Records the end of a turn, if a store has extraction: after all other output middleware, and by
 * its event if it failed or was aborted. Each turn counts once.
 */
final class MemoryTurnEnd implements TurnMiddleware, OwnListeners {

  private final MemoryManager memory;
  private final TurnMiddleware closing;

  MemoryTurnEnd(MemoryManager memory) {
    this.memory = memory;
    this.closing =
        MemoryHooks.of(memory, InjectionSettings.OFF)
            .closing()
            .orElse((ctx, next) -> next.proceed());
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    closing.handle(ctx, next);
  }

  @TurnEventListener
  void on(TurnEnd end) {
    memory.extraction().turnEnded(end.turnId());
  }
}
