package dev.adk4j.memory.extraction;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.store.MemoryConversation;

/**
 * Tells extraction that a turn is over, after all other output middleware. Belongs first into the
 * turn output pipeline, which only successful turns run; {@link ExtractionCoordinator#turnEnded}
 * tells of the others.
 */
public final class CloseTurnMiddleware implements TurnMiddleware {

  private final ExtractionCoordinator coordinator;

  public CloseTurnMiddleware(ExtractionCoordinator coordinator) {
    this.coordinator = coordinator;
  }

  @Override
  public void handle(TurnContext ctx, Next next) {
    next.proceed();
    MemoryConversation.of(ctx.scope())
        .ifPresent(conversation -> coordinator.turnEnded(conversation, ctx.turnId()));
  }
}
