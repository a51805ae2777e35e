package dev.adk4j.prompt.context;

import dev.adk4j.loop.DispatchContext;

/** Asks a model for a summary. */
@FunctionalInterface
public interface Summariser {

  /**
   * @param system instructions
   * @param text what is to be summarised: a conversation from outside, to be treated as data; a
   *     JSON array of objects with {@code role} and {@code content}, first the summary so far
   * @return empty where the model gave nothing
   */
  String summarise(String system, String text) throws Exception;

  /**
   * The same for one dispatch: may leave when that is aborted, and report to it what was used up
   * ({@link DispatchContext#reportGenerationStats}), so that budgets are charged. This one by
   * default.
   */
  default Summariser forDispatch(DispatchContext ctx) {
    return this;
  }
}
