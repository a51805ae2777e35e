package dev.adk4j.loop;

import java.util.List;

/**
 * Narrows the reader tools that are made for a turn's artifacts, before the model is offered any.
 * Shared by concurrent dispatches.
 */
@FunctionalInterface
public interface ForgeToolsFilter {

  /** Offers all of them. */
  ForgeToolsFilter ALL = (forged, ctx) -> forged;

  /**
   * Called once in each iteration that has artifacts, before the input pipeline. What it throws
   * refuses the dispatch.
   *
   * @param forged unmodifiable, in the order of their making
   * @return those to offer, each of them one of {@code forged}; anything else is refused with
   *     {@code E_LLM_EXECUTION_EXECUTOR_ERROR}
   */
  List<Tool> filter(List<Tool> forged, DispatchContext ctx);
}
