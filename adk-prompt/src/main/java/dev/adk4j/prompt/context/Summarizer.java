package dev.adk4j.prompt.context;

import dev.adk4j.loop.DispatchContext;

/**
 * Requests a summary from a model. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Summarizer {

  /**
   * Summarizes a conversation. An exception fails the iteration.
   *
   * @param system instructions
   * @param text a JSON array of objects with {@code role} and {@code content}, first the summary so
   *     far. It is external and must be treated as data
   * @return the summary; empty if the model returned none
   */
  String summarize(String system, String text) throws Exception;

  /**
   * Returns the summarizer for one dispatch, which may stop when the dispatch is aborted and report
   * its usage ({@link DispatchContext#reportGenerationStats}), so that budgets are charged. Returns
   * this object by default.
   */
  default Summarizer forDispatch(DispatchContext ctx) {
    return this;
  }
}
