package dev.adk4j.boot.observe;

import java.util.List;

/**
 * Every meter beside the timers of the observations. The reference table is generated from here.
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

  /** Input tokens that were read from the provider's cache; they are part of adk.tokens. */
  CACHE_READ_TOKENS("adk.tokens.cache.read", "distribution summary", "tokens", ModelTags.ALL),

  /** Input tokens that were written to the provider's cache; they are part of adk.tokens. */
  CACHE_WRITE_TOKENS("adk.tokens.cache.write", "distribution summary", "tokens", ModelTags.ALL),

  /** Tokens of reasoning, which most providers count among the output tokens of adk.tokens. */
  REASONING_TOKENS("adk.tokens.reasoning", "distribution summary", "tokens", ModelTags.ALL),

  /**
   * Tokens of each generation by the name of the semantic conventions. Where Spring AI counts
   * tokens under this name, its counter stays alone.
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

  /** Generations by the name of the semantic conventions, retries and failures included. */
  CLIENT_DURATION("gen_ai.client.operation.duration", "timer", "seconds", ModelTags.CALL),

  /** From the first attempt of a generation to the first chunk of its streamed answer. */
  CLIENT_FIRST_CHUNK(
      "gen_ai.client.operation.time_to_first_chunk", "timer", "seconds", ModelTags.CALL),

  /** Cost of each generation, in the currency of adk.llm.prices; only of models with a price. */
  COST("adk.cost", "distribution summary", "", ModelTags.ALL),

  /** Calls of models that were made again; retries of the layers below are not seen. */
  LLM_RETRIES("adk.llm.retries", "counter", "calls", List.of("adk.llm.reason")),

  /** Turns that failed at the model: stalls, time-outs, overflows of the window, refusals. */
  LLM_FAILURES("adk.llm.failures", "counter", "turns", List.of("adk.error.code")),

  /** Models that gave no answer, and were followed by the next; see adk.llm.fallback. */
  LLM_SWITCHES("adk.llm.switches", "counter", "switches", List.of("adk.llm.reason")),

  /** 1 if the circuit breaker of a model is open or half open, else 0; see adk.llm.fallback. */
  OPEN_CIRCUITS("adk.llm.circuits.open", "gauge", "circuits", List.of("adk.llm.route")),

  /** Tool calls that ended with an error, those of unknown tools and with bad arguments too. */
  TOOL_CALL_ERRORS("adk.tool.call.errors", "counter", "calls", List.of()),

  /** Tools of callbacks and lists of MCP servers that are left out now; see /actuator/adk. */
  LEFT_OUT_TOOLS("adk.tools.left.out", "gauge", "tools", List.of()),

  /** Iterations of each dispatch that ran to completion. */
  ITERATIONS("adk.iterations", "distribution summary", "iterations", List.of("adk.status")),

  /** Records that a fetch returned. */
  ROWS("adk.storage.rows", "distribution summary", "records", List.of("adk.callback")),

  /** Turns that run now. */
  OPEN_TURNS("adk.turns.open", "gauge", "turns", List.of()),

  /** Event streams that this node writes now. */
  OPEN_STREAMS("adk.streams.open", "gauge", "streams", List.of()),
  /** Requests that were refused because a limit was reached; see adk.limits. */
  LIMIT_REFUSALS("adk.limits.refusals", "counter", "refusals", List.of("adk.limit")),
  /** Decisions of guards, one for each guard and text or tool call. */
  GUARD_DECISIONS(
      "adk.guard.decisions",
      "counter",
      "decisions",
      List.of("adk.guard.name", "adk.guard.stage", "adk.guard.decision")),

  /** Stages of retrievals: rewrite, filter, search, fuse, rerank and hydrate; late ones, too. */
  RETRIEVAL_STAGE(
      "adk.retrieval.stage",
      "timer",
      "seconds",
      List.of("adk.retrieval.stage", "adk.retrieval.outcome")),

  /** Passages that came out of a stage; of rewriting, questions. */
  RETRIEVAL_RESULTS(
      "adk.retrieval.results", "distribution summary", "results", List.of("adk.retrieval.stage")),

  /** Recorded gates of all nodes that wait for a decision. */
  OPEN_GATES("adk.gates.open", "gauge", "gates", List.of()),

  /** Those of them whose node is gone. */
  ORPHANED_GATES("adk.gates.orphaned", "gauge", "gates", List.of()),

  /** From the opening of a gate of this node to its end. */
  GATE_WAIT("adk.gates.wait", "timer", "seconds", List.of("adk.gate.result")),

  /** Gates that were settled through this node, wherever their turns are. */
  SETTLED_GATES("adk.gates.settled", "counter", "gates", List.of()),

  /** Turns of all nodes that wait for decisions, and hold no thread. */
  WAITING_TURNS("adk.turns.waiting", "gauge", "turns", List.of()),

  /** Turns that went on here after their decisions: completed, waiting again, or failed. */
  CONTINUED_TURNS("adk.turns.continued", "counter", "turns", List.of("adk.status")),

  /** Durable turns of all nodes that could run and wait for a node. */
  QUEUED_TURNS("adk.turns.queued", "gauge", "turns", List.of()),

  /** Time that the first of them has waited: grows where the nodes are too few, or all are gone. */
  QUEUE_AGE("adk.turns.queue.age", "gauge", "seconds", List.of()),

  /** Durable turns that run on this node. */
  DURABLE_TURNS("adk.turns.durable", "gauge", "turns", List.of()),

  /** Durable turns of dead nodes that this node noticed and freed for others. */
  TAKEN_OVER_TURNS("adk.turns.taken.over", "counter", "turns", List.of()),

  /** Runs of durable turns on this node that another one took over, as after a long pause. */
  LOST_TURNS("adk.turns.lost", "counter", "turns", List.of()),

  /** Runs of stored turns on this node that were refused to write, since another one had theirs. */
  FENCED_TURNS("adk.turns.fenced", "counter", "turns", List.of()),

  /** Stored turns that ended as failed on this node, or were given up after too many attempts. */
  FAILED_TURNS("adk.turns.failed", "counter", "turns", List.of()),

  /** Calls that a dead process had started, by what became of them: unknown, repeated and so on. */
  INTERRUPTED_CALLS("adk.turns.calls.interrupted", "counter", "calls", List.of("adk.outcome"));

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
