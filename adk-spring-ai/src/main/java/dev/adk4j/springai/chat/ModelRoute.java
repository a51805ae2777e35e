package dev.adk4j.springai.chat;

import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.budget.ModelPrice;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Model that a {@link FallbackExecutor} may call.
 *
 * <pre>{@code
 * new ModelRoute("small", executor, (ctx, tokens) -> tokens < 4_000)
 * }</pre>
 *
 * @param name shown in log events, meters and endpoints; unique in its executor
 * @param condition under which the model is called; null for always. A condition requires measuring
 *     the prompt
 * @since 0.1.0
 */
public record ModelRoute(String name, ChatModelExecutor executor, @Nullable Condition condition) {

  public ModelRoute {
    new Violations()
        .requiredText(name, "$.name")
        .required(executor, "$.executor")
        .throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
  }

  /** Returns a route without a condition. */
  public static ModelRoute of(String name, ChatModelExecutor executor) {
    return new ModelRoute(name, executor, null);
  }

  /**
   * Decides before each generation if a model may answer, based on the records of the dispatch and
   * the size of its prompt. Called on the thread of the dispatch.
   *
   * <pre>{@code
   * new ModelRoute("small", small, (ctx, tokens) -> tokens < 4_000 && ctx.iteration() < 3)
   * }</pre>
   */
  @FunctionalInterface
  public interface Condition {

    /**
     * @param promptTokens tokens of the prompt in the encoding of the executor's options, {@code
     *     cl100k_base} without one; a lower bound, not the provider's billed number
     */
    boolean accepts(DispatchContext ctx, long promptTokens) throws Exception;

    /** Returns a condition for prompts up to a cost; the cost of the answer is unknown. */
    static Condition maxPromptCost(BigDecimal most, ModelPrice price) {
      return (ctx, tokens) -> price.cost(tokens, 0).compareTo(most) <= 0;
    }
  }
}
