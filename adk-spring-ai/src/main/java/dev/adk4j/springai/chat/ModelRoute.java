package dev.adk4j.springai.chat;

import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
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
public record ModelRoute(
    String name, ChatModelExecutor executor, @Nullable RouteCondition condition) {

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
}
