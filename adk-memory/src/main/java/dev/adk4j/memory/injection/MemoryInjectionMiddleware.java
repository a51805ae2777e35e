package dev.adk4j.memory.injection;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.observe.MemoryObserver;

/**
 * Looks for memories that fit what the user said and adds them to the turn's. Belongs into the turn
 * input pipeline, behind what loads the history and accepts the input, before what trims to a
 * budget. Goes on once whatever happens; only an abort of the turn is thrown. Shared by concurrent
 * turns.
 *
 * <p>A memory with an id the turn has already is left out. Where each comes from is in the stash
 * under {@code adk.memory.provenance}: a list of maps with {@code memoryId}, {@code storeName},
 * {@code metadata} and {@code relevance}.
 */
public final class MemoryInjectionMiddleware implements TurnMiddleware {

  private final MemoryInjection injection;

  public MemoryInjectionMiddleware(
      MemorySearch search, InjectionConfig config, MemoryObserver observer) {
    this.injection = new MemoryInjection(search, config, observer);
  }

  @Override
  public void handle(TurnContext ctx, Next next) {
    injection.begin(ctx);
    next.proceed();
  }
}
