package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;

/**
 * Runs executors in a loop, until one of them, or a middleware, signals or the context is aborted.
 * Keeps no state.
 *
 * @since 0.1.0
 */
public final class DispatchRunner {

  private DispatchRunner() {}

  /**
   * Runs a dispatch on this thread and returns after it was acknowledged or aborted.
   *
   * @throws Exception the error that ended it otherwise: exactly the error it was nacked with, or
   *     an {@link AdkException}: {@code E_LLM_EXECUTION_EXECUTOR_ERROR}, {@code
   *     E_DISPATCH_PIPELINE_ERROR}, {@code E_PIPELINE_SHORT_CIRCUITED}; {@code
   *     E_INVALID_LLM_DISPATCH_INPUT} or {@code E_INVALID_LLM_EXECUTION_CONTEXT} before any event
   */
  public static void dispatch(DispatchRequest request) throws Exception {
    if (request == null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_LLM_DISPATCH_INPUT,
          "The dispatch request is null; build one with DispatchRequest.derived(…) or standalone(…).");
    }
    new DispatchLoop(request, newContext(request)).run();
  }

  /**
   * Returns a context without a running dispatch, to try tools and middleware alone: its writes are
   * persisted at once.
   */
  public static DispatchContext contextOf(RawDispatchContext raw) {
    return newContext(DispatchRequest.standalone(raw).executor((ctx, helpers) -> {}).build());
  }

  private static DefaultDispatchContext newContext(DispatchRequest request) {
    try {
      return request.newContext();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      throw new AdkException(
          AdkErrorCode.E_INVALID_LLM_EXECUTION_CONTEXT,
          "The dispatch context could not be built: " + e.getMessage(),
          e);
    }
  }
}
