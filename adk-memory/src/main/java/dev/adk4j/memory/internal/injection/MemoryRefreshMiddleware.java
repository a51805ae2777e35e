package dev.adk4j.memory.internal.injection;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.memory.injection.InjectionSettings;

/**
 * Refreshes a dispatch's memories: from the second iteration, removes the injected ones and, with
 * {@link InjectionSettings.Timing#EVERY_CALL}, searches again. Only for settings for which {@link
 * #needed} is true. Thread-safe.
 */
public record MemoryRefreshMiddleware(MemoryInjection injection) implements DispatchMiddleware {

  /** Returns true if the settings change memories after the first iteration. */
  public static boolean needed(InjectionSettings settings) {
    return settings.enabled()
        && (settings.timing() == InjectionSettings.Timing.EVERY_CALL
            || settings.lifetime() == InjectionSettings.Lifetime.CALL);
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (ctx.iteration() > 0) {
      injection.refresh(ctx);
    }
    next.proceed();
  }
}
