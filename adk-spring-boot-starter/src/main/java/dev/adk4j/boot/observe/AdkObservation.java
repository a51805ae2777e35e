package dev.adk4j.boot.observe;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/** Every observation, with what it is tagged with. The reference table is generated from here. */
public enum AdkObservation implements ObservationDocumentation {

  /** A whole turn. Carries an error where the turn failed. */
  TURN(
      "adk.turn",
      "invoke_agent",
      keys(LowKey.OPERATION, LowKey.AGENT, LowKey.OUTCOME),
      TurnKey.values()),

  /** The executor loop of a turn. */
  DISPATCH("adk.dispatch", "dispatch", keys(LowKey.STATUS), keys(HighKey.TURN_ID)),

  /**
   * One pass of the loop: the generation, the tools it asked for and the flush. Its keys are those
   * of a generation where the executor reported one.
   */
  ITERATION("adk.iteration", "iteration", GenerationKey.values(), IterationKey.values()),

  /** A tool's handler. */
  TOOL("adk.tool", "execute_tool", keys(LowKey.OPERATION, LowKey.TOOL_NAME), ToolKey.values()),

  /** Waiting for a gate to be settled. */
  GATE("adk.gate", "gate", keys(LowKey.GATE_RESULT), keys(HighKey.TURN_ID, HighKey.GATE_REASON)),

  /** A generation of the executor for chat models, its retries included. */
  GENERATION(
      "adk.llm.generation",
      "generate",
      keys(
          LowKey.PROVIDER,
          LowKey.REQUEST_MODEL,
          LowKey.RESPONSE_MODEL,
          LowKey.LLM_OUTCOME,
          LowKey.STREAMED),
      keys(HighKey.FIRST_CHUNK)),

  /** A call of one of the 27 callbacks, or a flush as a whole. */
  STORAGE("adk.storage", "storage", keys(LowKey.CALLBACK), keys(HighKey.TURN_ID)),

  /** One question of a turn to its retrievers, reranking included. */
  RETRIEVAL("adk.retrieval", "retrieval", keys(LowKey.RETRIEVAL_OUTCOME), keys()),

  /** A read, write or delete of a vector store. */
  VECTOR("adk.vector", "vector", VectorKey.values(), keys());

  private final String name;
  private final String contextualName;
  private final KeyName[] low;
  private final KeyName[] high;

  AdkObservation(String name, String contextualName, KeyName[] low, KeyName[] high) {
    this.name = name;
    this.contextualName = contextualName;
    this.low = low;
    this.high = high;
  }

  @Override
  public String getName() {
    return name;
  }

  /** The beginning of the span's name; agents, tools and storage calls add theirs. */
  @Override
  public String getContextualName() {
    return contextualName;
  }

  @Override
  public KeyName[] getLowCardinalityKeyNames() {
    return low.clone();
  }

  @Override
  public KeyName[] getHighCardinalityKeyNames() {
    return high.clone();
  }

  private static KeyName[] keys(KeyName... keys) {
    return keys;
  }

  /** In metrics and spans. */
  public enum LowKey implements KeyName {
    /** {@code invoke_agent} or {@code execute_tool}. */
    OPERATION("gen_ai.operation.name"),
    /** The name of the agent whose turn it is, or {@code none}. */
    AGENT("gen_ai.agent.name"),
    /** {@code completed}, {@code failed} or {@code aborted}. */
    OUTCOME("adk.outcome"),
    /** {@code ack}, {@code nack} or {@code aborted}. */
    STATUS("adk.status"),
    /** The tool's name. */
    TOOL_NAME("gen_ai.tool.name"),
    /** {@code resolved}, {@code rejected}, {@code aborted} or {@code timeout}. */
    GATE_RESULT("adk.gate.result"),
    /** Dialect of the provider, such as {@code openai}. */
    PROVIDER("gen_ai.provider.name"),
    /** The model that was asked for, or {@code none}. */
    REQUEST_MODEL("gen_ai.request.model"),
    /** The model that answered, or {@code none}. */
    RESPONSE_MODEL("gen_ai.response.model"),
    /**
     * {@code answer}, {@code tools}, {@code empty}, {@code aborted}, {@code nack} or {@code error}.
     */
    LLM_OUTCOME("adk.llm.outcome"),
    /** {@code found}, {@code empty}, or {@code failed}. */
    RETRIEVAL_OUTCOME("adk.retrieval.outcome"),
    /** {@code true}, {@code false}, or {@code none} where nothing was answered. */
    STREAMED("adk.llm.streamed"),
    /** The callback's key, such as {@code storeMessage}, or {@code flush}. */
    CALLBACK("adk.callback");

    private final String key;

    LowKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }
  }

  /** Of vector stores, in metrics and spans. */
  public enum VectorKey implements KeyName {
    /** The backend, such as {@code pgvector}. */
    SYSTEM("db.system.name"),
    /** {@code search}, {@code upsert} or {@code delete}. */
    OPERATION("db.operation.name"),
    COLLECTION("db.collection.name");

    private final String key;

    VectorKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }
  }

  /** Of iterations, in metrics and spans; {@code none} where nothing was reported. */
  public enum GenerationKey implements KeyName {
    /** {@code chat}. */
    OPERATION("gen_ai.operation.name"),
    PROVIDER("gen_ai.provider.name"),
    MODEL("gen_ai.response.model");

    private final String key;

    GenerationKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }
  }

  /** In spans of iterations only. */
  public enum IterationKey implements KeyName {
    TURN_ID("adk.turn.id"),
    ITERATION("adk.iteration"),
    /**
     * Tokens of the prompt. This key and the usage keys below are there if the executor reports
     * them.
     */
    INPUT_TOKENS("gen_ai.usage.input_tokens"),
    OUTPUT_TOKENS("gen_ai.usage.output_tokens"),
    /** Tokens of the prompt that were read from the provider's cache. */
    CACHE_READ_TOKENS("gen_ai.usage.cache_read.input_tokens"),
    /** Tokens of the prompt that were written to the provider's cache. */
    CACHE_WRITE_TOKENS("gen_ai.usage.cache_creation.input_tokens"),
    /** Tokens of reasoning. */
    REASONING_TOKENS("gen_ai.usage.reasoning.output_tokens"),
    FINISH_REASON("gen_ai.response.finish_reasons");

    private final String key;

    IterationKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }

    @Override
    public boolean isRequired() {
      return this == TURN_ID || this == ITERATION;
    }
  }

  /** In spans only. */
  public enum HighKey implements KeyName {
    TURN_ID("adk.turn.id"),
    GATE_REASON("adk.gate.reason"),
    /** Seconds until the first chunk of a streamed answer, failed attempts included. */
    FIRST_CHUNK("gen_ai.response.time_to_first_chunk");

    private final String key;

    HighKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }
  }

  /** In spans of turns only. */
  public enum TurnKey implements KeyName {
    TURN_ID("adk.turn.id"),
    /** The conversation of the turn's scope. */
    CONVERSATION("gen_ai.conversation.id"),
    /** The application's name and the agent's, such as {@code shop:agent}. */
    AGENT_ID("gen_ai.agent.id"),
    /** The application's version, {@code spring.application.version}. */
    AGENT_VERSION("gen_ai.agent.version"),
    /** Input of the turn; only if content is included. */
    INPUT("gen_ai.input.messages"),
    /** The messages that were completed; only where content was asked for. */
    OUTPUT("gen_ai.output.messages");

    private final String key;

    TurnKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }

    @Override
    public boolean isRequired() {
      return this == TURN_ID;
    }
  }

  /** In spans of tools only. */
  public enum ToolKey implements KeyName {
    TURN_ID("adk.turn.id"),
    /** The checksum of the call. */
    CALL_ID("gen_ai.tool.call.id"),
    /** The validated arguments; only where content was asked for. */
    ARGUMENTS("gen_ai.tool.call.arguments");

    private final String key;

    ToolKey(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }

    @Override
    public boolean isRequired() {
      return this != ARGUMENTS;
    }
  }
}
