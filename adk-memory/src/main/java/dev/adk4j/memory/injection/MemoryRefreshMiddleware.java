package dev.adk4j.memory.injection;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.memory.observe.MemoryObserver;

/**
 * Keeps a dispatch's memories as the config's timing and lifetime say: from the second iteration on
 * those that were injected go, and with {@link InjectionConfig.Timing#EVERY_CALL} those that fit
 * what is being said now come. Belongs into the dispatch input pipeline; of use only where {@link
 * #needed}. Shared by concurrent dispatches.
 */
public final class MemoryRefreshMiddleware implements DispatchMiddleware {

  private final MemoryInjection injection;
  private final InjectionConfig config;

  public MemoryRefreshMiddleware(
      MemorySearch search, InjectionConfig config, MemoryObserver observer) {
    this.injection = new MemoryInjection(search, config, observer);
    this.config = config;
  }

  /** Whether the config makes anything change after the first iteration. */
  public static boolean needed(InjectionConfig config) {
    return config.enabled()
        && (config.timing() == InjectionConfig.Timing.EVERY_CALL
            || config.lifetime() == InjectionConfig.Lifetime.CALL);
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (ctx.iteration() > 0) {
      if (config.timing() == InjectionConfig.Timing.EVERY_CALL) {
        injection.again(ctx);
      } else if (config.lifetime() == InjectionConfig.Lifetime.CALL) {
        injection.drop(ctx);
      }
    }
    next.proceed();
  }
}
