package dev.adk4j.boot.internal.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All meters in addition to the timers of the observations. The reference table is generated from
 * here.
 */
public enum AdkMeter {

  /** Tokens of each generation, as the executor reported them. */
  TOKENS(
      "adk.tokens",
      "distribution summary",
      "tokens",
      List.of(
          "gen_ai.token.type",
          "gen_ai.provider.name",
          "gen_ai.response.model",
          "gen_ai.agent.name")),

  /** Input tokens that were read from the provider's cache; included in adk.tokens. */
  CACHE_READ_TOKENS("adk.tokens.cache.read", "distribution summary", "tokens", ModelTags.ALL),

  /** Input tokens that were written to the provider's cache; included in adk.tokens. */
  CACHE_WRITE_TOKENS("adk.tokens.cache.write", "distribution summary", "tokens", ModelTags.ALL),

  /** Reasoning tokens, which most providers count among the output tokens of adk.tokens. */
  REASONING_TOKENS("adk.tokens.reasoning", "distribution summary", "tokens", ModelTags.ALL),

  /**
   * Tokens of each generation under the name of the semantic conventions. If Spring AI counts
   * tokens under this name, only its counter is used.
   */
  CLIENT_TOKENS(
      "gen_ai.client.token.usage",
      "distribution summary",
      "tokens",
      List.of(
          "gen_ai.operation.name",
          "gen_ai.token.type",
          "gen_ai.provider.name",
          "gen_ai.response.model",
          "gen_ai.agent.name")),

  /**
   * Duration of generations under the name of the semantic conventions, including retries and
   * failures.
   */
  CLIENT_DURATION("gen_ai.client.operation.duration", "timer", "seconds", ModelTags.CALL),

  /** Time from the first attempt of a generation to the first chunk of its streamed answer. */
  CLIENT_FIRST_CHUNK(
      "gen_ai.client.operation.time_to_first_chunk", "timer", "seconds", ModelTags.CALL),

  /** Cost of each generation, in the currency of adk.llm.prices; only for models with a price. */
  COST("adk.cost", "distribution summary", "", ModelTags.ALL),

  /** Retried model calls; retries of the layers below are not counted. */
  LLM_RETRIES("adk.llm.retries", "counter", "calls", List.of("adk.llm.reason")),

  /** Turns that failed at the model: stalls, timeouts, context overflows, rejections. */
  LLM_FAILURES("adk.llm.failures", "counter", "turns", List.of("adk.error.code")),

  /** Models that gave no answer and were followed by the next one; see adk.llm.fallback. */
  LLM_SWITCHES("adk.llm.switches", "counter", "switches", List.of("adk.llm.reason")),

  /** 1 if the circuit breaker of a model is open or half open, else 0; see adk.llm.fallback. */
  OPEN_CIRCUITS("adk.llm.circuits.open", "gauge", "circuits", List.of("adk.llm.route")),

  /**
   * Tool calls that ended with an error, including those of unknown tools and with invalid
   * arguments.
   */
  TOOL_CALL_ERRORS("adk.tool.call.errors", "counter", "calls", List.of()),

  /** Tools of callbacks and lists of MCP servers that are currently left out; see /actuator/adk. */
  LEFT_OUT_TOOLS("adk.tools.left.out", "gauge", "tools", List.of()),

  /** Iterations of each dispatch that ran to completion. */
  ITERATIONS("adk.iterations", "distribution summary", "iterations", List.of("adk.status")),

  /** Records that a fetch returned. */
  ROWS("adk.storage.rows", "distribution summary", "records", List.of("adk.callback")),

  /** Turns that are running. */
  OPEN_TURNS("adk.turns.open", "gauge", "turns", List.of()),

  /** Event streams that this node is writing. */
  OPEN_STREAMS("adk.streams.open", "gauge", "streams", List.of()),

  /** Requests that were rejected because a limit was reached; see adk.limits. */
  LIMIT_REFUSALS("adk.limits.refusals", "counter", "refusals", List.of("adk.limit")),

  /** Decisions of guards, one for each guard and text or tool call. */
  GUARD_DECISIONS(
      "adk.guard.decisions",
      "counter",
      "decisions",
      List.of("adk.guard.name", "adk.guard.stage", "adk.guard.decision")),

  /**
   * Stages of retrievals: rewrite, filter, search, fuse, rerank and hydrate; including late ones.
   */
  RETRIEVAL_STAGE(
      "adk.retrieval.stage",
      "timer",
      "seconds",
      List.of("adk.retrieval.stage", "adk.retrieval.outcome")),

  /** Passages that a stage returned; for rewriting, questions. */
  RETRIEVAL_RESULTS(
      "adk.retrieval.results", "distribution summary", "results", List.of("adk.retrieval.stage")),

  /** Recorded gates of all nodes that wait for a decision. */
  OPEN_GATES("adk.gates.open", "gauge", "gates", List.of()),

  /** Recorded gates whose node is gone. */
  ORPHANED_GATES("adk.gates.orphaned", "gauge", "gates", List.of()),

  /** Time from the opening of a gate of this node to its end. */
  GATE_WAIT("adk.gates.wait", "timer", "seconds", List.of("adk.gate.result")),

  /** Gates that were settled through this node, regardless of the node of their turns. */
  SETTLED_GATES("adk.gates.settled", "counter", "gates", List.of()),

  /** Turns of all nodes that wait for decisions without a thread. */
  WAITING_TURNS("adk.turns.waiting", "gauge", "turns", List.of()),

  /** Turns that resumed on this node after their decisions: completed, waiting again, or failed. */
  CONTINUED_TURNS("adk.turns.continued", "counter", "turns", List.of("adk.status")),

  /** Durable turns of all nodes that are ready and wait for a node. */
  QUEUED_TURNS("adk.turns.queued", "gauge", "turns", List.of()),

  /** Waiting time of the first of them: grows if there are too few nodes, or none. */
  QUEUE_AGE("adk.turns.queue.age", "gauge", "seconds", List.of()),

  /** Durable turns that run on this node. */
  DURABLE_TURNS("adk.turns.durable", "gauge", "turns", List.of()),

  /** Durable turns of dead nodes that this node detected and released. */
  TAKEN_OVER_TURNS("adk.turns.taken.over", "counter", "turns", List.of()),

  /** Runs of durable turns on this node that another node took over, such as after a long pause. */
  LOST_TURNS("adk.turns.lost", "counter", "turns", List.of()),

  /**
   * Runs of stored turns on this node whose writes were rejected because another node had claimed
   * the turn.
   */
  FENCED_TURNS("adk.turns.fenced", "counter", "turns", List.of()),

  /** Stored turns that failed on this node, including those stopped after too many attempts. */
  FAILED_TURNS("adk.turns.failed", "counter", "turns", List.of()),

  /** Calls that a dead process had started, by outcome: unknown, repeated and so on. */
  INTERRUPTED_CALLS("adk.turns.calls.interrupted", "counter", "calls", List.of("adk.outcome")),

  /** Memory stores that failed in a search, which continued without them. */
  MEMORY_SEARCH_FAILURES(
      "adk.memory.search.store.failures", "counter", "failures", List.of("store")),

  /** Memory stores that failed to write. */
  MEMORY_WRITE_FAILURES("adk.memory.write.failures", "counter", "failures", List.of("store")),

  /** Messages that reached a memory store. */
  MEMORY_SAVED("adk.memory.extract.saved", "counter", "messages", List.of("store")),

  /** Saves to a memory store that failed and are retried. */
  MEMORY_FAILED("adk.memory.extract.failed", "counter", "saves", List.of("store")),

  /** Messages that are no longer saved to any memory store. */
  MEMORY_DROPPED("adk.memory.extract.dropped", "counter", "messages", List.of()),

  /** Captured messages that have not reached a memory store. */
  MEMORY_PENDING("adk.memory.journal.pending", "gauge", "messages", List.of("store")),

  /** 1 while saves to a memory store keep failing and most are skipped. */
  MEMORY_BACKOFF("adk.memory.extract.backoff", "gauge", "", List.of("store"));

  private final String meterName;
  private final String type;
  private final String unit;
  private final List<String> tags;

  AdkMeter(String meterName, String type, String unit, List<String> tags) {
    this.meterName = meterName;
    this.type = type;
    this.unit = unit;
    this.tags = tags;
  }

  private static final class ModelTags {
    private static final List<String> ALL =
        List.of("gen_ai.provider.name", "gen_ai.response.model", "gen_ai.agent.name");
    private static final List<String> CALL =
        List.of(
            "gen_ai.operation.name",
            "gen_ai.provider.name",
            "gen_ai.request.model",
            "gen_ai.response.model",
            "gen_ai.agent.name",
            "error.type");
  }

  public Counter.Builder counter(String description) {
    return Counter.builder(meterName).description(description).baseUnit(baseUnit());
  }

  /** Returns the builder of a counter that reads its count from a source. */
  public <T> FunctionCounter.Builder<T> counter(
      String description, T source, ToDoubleFunction<T> count) {
    return FunctionCounter.builder(meterName, source, count)
        .description(description)
        .baseUnit(baseUnit());
  }

  public Gauge.Builder<?> gauge(String description, Supplier<Number> value) {
    return Gauge.builder(meterName, value).description(description).baseUnit(baseUnit());
  }

  public DistributionSummary.Builder summary(String description) {
    return DistributionSummary.builder(meterName).description(description).baseUnit(baseUnit());
  }

  public Timer.Builder timer(String description) {
    return Timer.builder(meterName).description(description);
  }

  private @Nullable String baseUnit() {
    return unit.isEmpty() ? null : unit;
  }

  public String meterName() {
    return meterName;
  }

  public String type() {
    return type;
  }

  public String unit() {
    return unit;
  }

  public List<String> tags() {
    return tags;
  }
}
