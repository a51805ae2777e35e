package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;

/**
 * Refuses a dispatch that has run too many iterations. Add it to the dispatch input pipeline.
 * Immutable.
 *
 * @since 0.1.0
 */
public final class MaxIterations implements DispatchMiddleware {

  private final int max;

  /**
   * @param max the maximum number of iterations of a dispatch, at least 1
   */
  public MaxIterations(int max) {
    Violations.require(max > 0, "$.max", "range", "must be at least 1, was " + max);
    this.max = max;
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (ctx.iteration() < max) {
      next.proceed();
      return;
    }
    ctx.nack(
        AdkException.of(AdkErrorCode.E_DISPATCH_LIMIT_REACHED)
            .message("The dispatch was not acknowledged within " + max + " iterations.")
            .args("iterations", max)
            .build());
  }
}
