package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.budget.ModelPrice;
import java.math.BigDecimal;

/**
 * Decides before each generation if a model may answer, based on the records of the dispatch and
 * the size of its prompt. Called on the thread of the dispatch.
 *
 * <pre>{@code
 * new ModelRoute("small", small, (ctx, tokens) -> tokens < 4_000 && ctx.iteration() < 3)
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RouteCondition {

  /**
   * @param promptTokens tokens of the prompt in the encoding of the executor's options, {@code
   *     cl100k_base} without one; a lower bound, not the provider's billed number
   */
  boolean accepts(DispatchContext ctx, long promptTokens) throws Exception;

  /** Returns a condition for prompts up to a cost; the cost of the answer is unknown. */
  static RouteCondition maxPromptCost(BigDecimal most, ModelPrice price) {
    return (ctx, tokens) -> price.cost(tokens, 0).compareTo(most) <= 0;
  }
}
