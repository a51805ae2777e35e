package dev.adk4j.boot.memory;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.callback.OwnListeners;
import dev.adk4j.event.TurnEnd;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.CloseTurnMiddleware;

/**
 * Notes that a turn ended, where some store is extracted into: after all other output middleware,
 * and by its event where it failed or was aborted. Each turn counts once, however often it is told.
 */
final class MemoryTurnEnd implements TurnMiddleware, OwnListeners {

  private final MemoryManager memory;
  private final TurnMiddleware close;

  MemoryTurnEnd(MemoryManager memory) {
    this.memory = memory;
    this.close = new CloseTurnMiddleware(memory.extraction());
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    if (memory.extracts()) {
      close.handle(ctx, next);
    } else {
      next.proceed();
    }
  }

  @TurnEventListener
  void on(TurnEnd end) {
    memory.extraction().turnEnded(end.turnId());
  }
}
