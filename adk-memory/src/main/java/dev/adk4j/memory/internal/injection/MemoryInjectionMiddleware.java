package dev.adk4j.memory.internal.injection;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;

/**
 * Adds memories that match the user's message to the turn. Always continues the turn; throws only
 * if the turn is aborted. Thread-safe.
 */
public record MemoryInjectionMiddleware(MemoryInjection injection) implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) {
    injection.begin(ctx);
    next.proceed();
  }
}
