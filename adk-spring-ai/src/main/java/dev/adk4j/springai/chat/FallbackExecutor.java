package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.PromptOptions.TrailingAssistant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Executes dispatches with the first of several models that can answer. Each iteration tries the
 * models in order. It skips a model if its condition or circuit breaker rejects the call, and
 * continues with the next model if one fails before the first part of its answer.
 *
 * <pre>{@code
 * AgentClient.of(
 *     FallbackExecutor.of(
 *         ModelRoute.of("gpt", ChatModelExecutor.of(openAi)),
 *         ModelRoute.of("claude", ChatModelExecutor.of(anthropic))));
 * }</pre>
 *
 * <p>After a part of an answer was received, no other model answers in this iteration: the turn
 * fails, or {@linkplain #continued continues} in a new one. Tools run only after an answer is
 * complete, so none runs twice. A failed model is tried last for the rest of the dispatch. Each
 * change of the model is a log event {@code model-switch}; the statistics of a generation name the
 * model that answered.
 *
 * <p>A turn's model name applies to the first model only. Immutable and thread-safe.
 *
 * @since 0.1.0
 */
public final class FallbackExecutor implements DispatchExecutor {

  private final List<ModelRoute> routes;
  private final Set<Failure> on;
  private final boolean continued;

  private FallbackExecutor(List<ModelRoute> routes, Set<Failure> on, boolean continued) {
    this.routes = routes;
    this.on = on;
    this.continued = continued;
  }

  /** Returns an executor that tries the next model after every failure in {@link Failure}. */
  public static FallbackExecutor of(ModelRoute first, ModelRoute... next) {
    List<ModelRoute> routes = Stream.concat(Stream.of(first), Stream.of(next)).toList();
    List<String> names = routes.stream().map(ModelRoute::name).toList();
    if (Set.copyOf(names).size() < names.size()) {
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS, names + " must have different names.");
    }
    return new FallbackExecutor(routes, EnumSet.allOf(Failure.class), false);
  }

  /** Returns an executor that tries the next model only after these failures. */
  public FallbackExecutor on(Set<Failure> failures) {
    return new FallbackExecutor(routes, new HashSet<>(failures), continued);
  }

  /**
   * Returns an executor that keeps the received part of an interrupted answer, if true, and lets
   * the next model continue it in a new iteration. Otherwise the turn fails and nothing of the part
   * is stored. An interrupted typed answer always fails the turn.
   */
  public FallbackExecutor continued(boolean continued) {
    return new FallbackExecutor(routes, on, continued);
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    Set<String> failed = GenerationLog.in(ctx).failed();
    LlmOptionsPatch patch = LlmOptionsPatch.fromStash(ctx);
    if (continued && !failed.isEmpty()) {
      patch = patch.with("prompt.trailingAssistant", TrailingAssistant.APPEND_USER);
    }
    Deque<ModelRoute> order = order(failed);
    Setback worst = null;
    while (!order.isEmpty()) {
      ModelRoute route = order.remove();
      boolean first = route == routes.getFirst();
      boolean another = order.stream().anyMatch(other -> !failed.contains(other.name()));
      Setback setback =
          route
              .executor()
              .attempt(
                  ctx,
                  helpers,
                  first ? patch : patch.without("options.model"),
                  route.condition(),
                  continued && another);
      if (setback == null) {
        return;
      }
      worst = setback.called() || worst == null ? setback : worst;
      if (setback.called()) {
        failed.add(route.name());
        if (!on.contains(Failure.of(setback.error()))) {
          break;
        }
      }
      if (!order.isEmpty()) {
        tell(helpers, route, order.element(), setback);
      }
      if (setback.heard()) {
        return;
      }
    }
    Objects.requireNonNull(worst).end(ctx);
  }

  /** Returns the models in order, failed ones last. */
  private Deque<ModelRoute> order(Set<String> failed) {
    return routes.stream()
        .sorted(Comparator.comparing(route -> failed.contains(route.name())))
        .collect(Collectors.toCollection(ArrayDeque::new));
  }

  private static void tell(
      DispatchExecutorHelpers helpers, ModelRoute from, ModelRoute to, Setback why) {
    helpers.log().log(
        LogLevel.WARN,
        "model-switch",
        "'%s' returned no answer (%s); '%s' is next."
            .formatted(from.name(), why.reason(), to.name()),
        Map.of("from", from.name(), "to", to.name(), "reason", why.reason()));
  }

  /** Failures of a model after which a {@link FallbackExecutor} tries the next one. */
  public enum Failure {
    /** The provider did not respond, responded with 408 or 5xx, or its answer cannot be read. */
    OUTAGE,
    /** The provider rejected the call with 429. */
    RATE_LIMIT,
    /** The first part of the answer did not arrive within its timeout. */
    FIRST_TOKEN,
    /**
     * The prompt does not fit into the model's context window, as counted here or by the provider.
     */
    CONTEXT_LENGTH;

    private static final Pattern TOO_LONG =
        Pattern.compile(
            "(?i)context_length_exceeded|maximum context length|prompt is too long"
                + "|exceeds the maximum number of tokens");

    /** Returns the kind of a failure; null if another model would fail, too. */
    static @Nullable Failure of(AdkException error) {
      return switch (error.errorCode()) {
        case AdkErrorCode.E_LLM_CONTEXT_OVERFLOW -> CONTEXT_LENGTH;
        case LlmErrorCode.E_LLM_REQUEST_TIMEOUT -> FIRST_TOKEN;
        case LlmErrorCode.E_LLM_STREAM_ERROR, LlmErrorCode.E_LLM_STREAM_STALLED -> OUTAGE;
        case LlmErrorCode.E_LLM_PROVIDER_ERROR ->
            of((Integer) error.args().getFirst(), String.valueOf(error.args().getLast()));
        default -> null;
      };
    }

    private static @Nullable Failure of(int status, String detail) {
      if (status == 0 || status == 408 || status >= 500) {
        return OUTAGE;
      }
      return status == 429 ? RATE_LIMIT : TOO_LONG.matcher(detail).find() ? CONTEXT_LENGTH : null;
    }

    /** Returns true if the failure concerns the model and not the prompt. */
    static boolean blames(AdkException error) {
      Failure kind = of(error);
      return kind != null && kind != CONTEXT_LENGTH;
    }

    String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
