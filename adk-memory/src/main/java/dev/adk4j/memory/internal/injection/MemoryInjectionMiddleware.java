package dev.adk4j.memory.internal.injection;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.observe.MemoryObserver;

/**
 * Adds memories that match the user's message to the turn. Always continues the turn; throws only
 * if the turn is aborted. Thread-safe.
 */
public final class MemoryInjectionMiddleware implements TurnMiddleware {

  private final MemoryInjection injection;

  public MemoryInjectionMiddleware(
      MemorySearch search, InjectionSettings settings, MemoryObserver observer) {
    this.injection = new MemoryInjection(search, settings, observer);
  }

  @Override
  public void handle(TurnContext ctx, Next next) {
    injection.begin(ctx);
    next.proceed();
  }
}
