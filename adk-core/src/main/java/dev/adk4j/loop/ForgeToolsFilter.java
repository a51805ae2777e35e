package dev.adk4j.loop;

import java.util.List;

/**
 * Filters the reader tools for a turn's artifacts before the model is offered any. Must be
 * thread-safe.
 */
@FunctionalInterface
public interface ForgeToolsFilter {

  /** Offers all tools. */
  ForgeToolsFilter ALL = (forged, ctx) -> forged;

  /**
   * Called once in each iteration that has artifacts, before the input pipeline. An exception
   * refuses the dispatch.
   *
   * @param forged unmodifiable, in the order of creation
   * @return the tools to offer, a subset of {@code forged}; anything else is refused with {@code
   *     E_LLM_EXECUTION_EXECUTOR_ERROR}
   */
  List<Tool> filter(List<Tool> forged, DispatchContext ctx);
}
