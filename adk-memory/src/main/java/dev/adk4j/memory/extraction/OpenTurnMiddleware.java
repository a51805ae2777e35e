package dev.adk4j.memory.extraction;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.store.MemoryConversation;

/**
 * Tells extraction that a turn started, so that its end is noticed however it ends. Belongs first
 * into the turn input pipeline.
 */
public final class OpenTurnMiddleware implements TurnMiddleware {

  private final ExtractionCoordinator coordinator;

  public OpenTurnMiddleware(ExtractionCoordinator coordinator) {
    this.coordinator = coordinator;
  }

  @Override
  public void handle(TurnContext ctx, Next next) {
    MemoryConversation.of(ctx.scope())
        .ifPresentOrElse(
            conversation -> coordinator.turnStarted(conversation, ctx.turnId()),
            () -> MissingScope.warnOnce(ctx, "this turn's messages are not captured"));
    next.proceed();
  }
}
