package dev.adk4j.boot.observe;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.AgentEvent.LogEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.budget.PriceTable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Meters that are derived from events.
 *
 * @param models state of each circuit breaker by its route
 * @param leftOutTools tools and lists of tools that cannot be used
 * @param conventional true to also count tokens under the name of the conventions
 */
record TurnMeters(
    OpenTurns turns,
    MeterRegistry meters,
    PriceTable prices,
    Supplier<Map<String, String>> models,
    Supplier<Map<String, String>> leftOutTools,
    boolean conventional)
    implements MeterBinder, OwnListeners {

  /** Kinds under which executors log a retry or a fallback. */
  private static final Map<String, AdkMeter> COUNTED =
      Map.of("retry-attempt", AdkMeter.LLM_RETRIES, "model-switch", AdkMeter.LLM_SWITCHES);

  /**
   * Reasons of the library's executors. Other executors may use any reason, and each would become a
   * meter.
   */
  private static final Pattern REASONS =
      Pattern.compile(
          "timeout|transport|status"
              + "|outage|rate-limit|first-token|context-length|circuit-open|condition|broken-answer");

  private static final Set<ErrorCode> MODEL_ERRORS =
      Set.of(
          AdkErrorCode.E_LLM_CONTEXT_OVERFLOW,
          LlmErrorCode.E_LLM_PROVIDER_ERROR,
          LlmErrorCode.E_LLM_STREAM_ERROR,
          LlmErrorCode.E_LLM_STREAM_STALLED,
          LlmErrorCode.E_LLM_REQUEST_TIMEOUT,
          LlmErrorCode.E_LLM_REASONING_REPLAY_REJECTED);

  /** As the conventions recommend: powers of four. */
  private static final double[] TOKEN_BUCKETS =
      IntStream.range(0, 14).mapToDouble(power -> Math.pow(4, power)).toArray();

  @Override
  public void bindTo(MeterRegistry registry) {
    AdkMeter.OPEN_TURNS
        .gauge("Turns that are running", () -> turns.all().size())
        .register(registry);
    AdkMeter.LEFT_OUT_TOOLS
        .gauge(
            "Tools and lists of tools that are currently left out", () -> leftOutTools.get().size())
        .register(registry);
    for (String model : models.get().keySet()) {
      AdkMeter.OPEN_CIRCUITS
          .gauge(
              "Circuit breakers of models that are open or half open", () -> isOpen(model) ? 1 : 0)
          .tag("adk.llm.route", model)
          .register(registry);
    }
  }

  private boolean isOpen(String model) {
    return !"closed".equals(models.get().get(model));
  }

  @TurnEventListener
  void on(DispatchEnd end) {
    AdkMeter.ITERATIONS
        .summary("Iterations of a dispatch that ran to completion")
        .tag("adk.status", end.status().wire())
        .register(meters)
        .record(end.iterations());
  }

  @TurnEventListener
  void on(GenerationStatsEvent event) {
    GenerationStats stats = event.stats();
    Tags model =
        Tags.of(
            "gen_ai.provider.name",
            orUnknown(stats.provider()),
            "gen_ai.response.model",
            orUnknown(stats.model()),
            "gen_ai.agent.name",
            agent(event.turnId()));
    typed("input", stats.promptTokens(), model);
    typed("output", stats.completionTokens(), model);
    record(
        AdkMeter.CACHE_READ_TOKENS,
        "Input tokens that were read from the provider's cache",
        stats.cacheReadTokens(),
        model);
    record(
        AdkMeter.CACHE_WRITE_TOKENS,
        "Input tokens that were written to the provider's cache",
        stats.cacheWriteTokens(),
        model);
    record(AdkMeter.REASONING_TOKENS, "Tokens of reasoning", stats.reasoningTokens(), model);
    prices.costOf(stats).ifPresent(cost -> cost(cost, model));
  }

  private String agent(@Nullable String turnId) {
    return turnId == null ? "none" : turns.find(turnId).flatMap(TurnContext::agent).orElse("none");
  }

  @TurnEventListener
  void on(LogEvent event) {
    AdkMeter meter = COUNTED.get(event.kind());
    if (meter != null && event.payload() instanceof Map<?, ?> payload) {
      meter
          .counter("Retried model calls, and calls of fallback models")
          .tag("adk.llm.reason", reason(payload.get("reason")))
          .register(meters)
          .increment();
    }
  }

  private static String reason(@Nullable Object said) {
    return said instanceof String reason && REASONS.matcher(reason).matches() ? reason : "other";
  }

  /** The dispatch wraps the errors of an executor. */
  @TurnEventListener
  void on(ErrorEvent event) {
    for (Throwable error = event.error(); error != null; error = error.getCause()) {
      if (error instanceof AdkException known && MODEL_ERRORS.contains(known.errorCode())) {
        AdkMeter.LLM_FAILURES
            .counter("Turns that failed at the model")
            .tag("adk.error.code", known.errorCode().name())
            .register(meters)
            .increment();
        return;
      }
    }
  }

  @TurnEventListener
  void on(GuardDecision event) {
    AdkMeter.GUARD_DECISIONS
        .counter("Decisions of guards")
        .tag("adk.guard.name", event.guard())
        .tag("adk.guard.stage", event.stage())
        .tag("adk.guard.decision", event.decision())
        .register(meters)
        .increment();
  }

  /** Omits the tool's name, because a model may invent one. */
  @TurnEventListener
  void on(TurnToolCallContent call) {
    if (call.isComplete() && call.isError()) {
      AdkMeter.TOOL_CALL_ERRORS
          .counter("Tool calls that ended with an error")
          .register(meters)
          .increment();
    }
  }

  private void cost(BigDecimal cost, Tags model) {
    AdkMeter.COST
        .summary("Cost of a generation")
        .tags(model)
        .register(meters)
        .record(cost.doubleValue());
  }

  private void typed(String type, @Nullable Long tokens, Tags model) {
    Tags typed = model.and("gen_ai.token.type", type);
    record(AdkMeter.TOKENS, "Tokens of a generation", tokens, typed);
    if (conventional) {
      record(
          AdkMeter.CLIENT_TOKENS,
          "Tokens of a generation",
          tokens,
          typed.and("gen_ai.operation.name", "chat"),
          TOKEN_BUCKETS);
    }
  }

  private void record(
      AdkMeter meter, String description, @Nullable Long tokens, Tags tags, double... buckets) {
    if (tokens != null) {
      meter
          .summary(description)
          .tags(tags)
          .serviceLevelObjectives(buckets)
          .register(meters)
          .record(tokens);
    }
  }

  private static String orUnknown(@Nullable String name) {
    return name == null || name.isEmpty() ? "unknown" : name;
  }
}
