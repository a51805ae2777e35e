package dev.adk4j.boot.internal.observe;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/** All observations with their keys. The reference table is generated from here. */
public enum AdkObservation implements ObservationDocumentation {

  /** A whole turn. Has an error if the turn failed. */
  TURN(
      "adk.turn",
      "invoke_agent",
      keys(Key.OPERATION, Key.AGENT, Key.OUTCOME),
      keys(Key.TURN_ID, Key.CONVERSATION, Key.AGENT_ID, Key.AGENT_VERSION, Key.INPUT, Key.OUTPUT)),

  /** The executor loop of a turn. */
  DISPATCH("adk.dispatch", "dispatch", keys(Key.STATUS), keys(Key.TURN_ID)),

  /**
   * One pass of the loop: the generation, its tool calls and the flush. Its keys are those of a
   * generation if the executor reported one.
   */
  ITERATION(
      "adk.iteration",
      "iteration",
      keys(Key.OPERATION, Key.PROVIDER, Key.RESPONSE_MODEL),
      keys(
          Key.TURN_ID,
          Key.ITERATION,
          Key.INPUT_TOKENS,
          Key.OUTPUT_TOKENS,
          Key.CACHE_READ_TOKENS,
          Key.CACHE_WRITE_TOKENS,
          Key.REASONING_TOKENS,
          Key.FINISH_REASON)),

  /** A tool's handler. */
  TOOL(
      "adk.tool",
      "execute_tool",
      keys(Key.OPERATION, Key.TOOL_NAME),
      keys(Key.TURN_ID, Key.CALL_ID, Key.ARGUMENTS)),

  /** The wait for a gate to be settled. */
  GATE("adk.gate", "gate", keys(Key.GATE_RESULT), keys(Key.TURN_ID, Key.GATE_REASON)),

  /** A generation of the executor for chat models, including retries. */
  GENERATION(
      "adk.llm.generation",
      "generate",
      keys(Key.PROVIDER, Key.REQUEST_MODEL, Key.RESPONSE_MODEL, Key.LLM_OUTCOME, Key.STREAMED),
      keys(Key.FIRST_CHUNK)),

  /** A call of one of the 27 callbacks, or a flush as a whole. */
  STORAGE("adk.storage", "storage", keys(Key.CALLBACK), keys(Key.TURN_ID)),

  /** One query of a turn to its retrievers, including reranking. */
  RETRIEVAL("adk.retrieval", "retrieval", keys(Key.RETRIEVAL_OUTCOME), keys()),

  /** A read, write or delete of a vector store. */
  VECTOR("adk.vector", "vector", keys(Key.SYSTEM, Key.DB_OPERATION, Key.COLLECTION), keys()),

  /** A search over the memory stores. A failing store is not an error of the search. */
  MEMORY_SEARCH(
      "memory.search",
      "memory.search",
      keys(Key.MEMORY_OUTCOME),
      keys(
          Key.STORE_NAMES,
          Key.STORE_COUNT,
          Key.MAX_SEARCH_RESULTS,
          Key.RESULT_COUNT,
          Key.FAILURE_COUNT,
          Key.QUERY,
          Key.RESULTS)),

  /** A write to the memory stores. */
  MEMORY_ADD(
      "memory.add",
      "memory.add",
      keys(Key.MEMORY_OUTCOME),
      keys(Key.STORE_NAMES, Key.STORE_COUNT, Key.FAILURE_COUNT, Key.CONTENT)),

  /** The injection of memories into a turn. */
  MEMORY_INJECT(
      "memory.inject",
      "memory.inject",
      keys(Key.MEMORY_OUTCOME),
      keys(Key.MAX_ENTRIES, Key.INJECTED, Key.ENTRY_COUNT)),

  /** A save of a conversation to a memory store. */
  MEMORY_EXTRACT(
      "memory.extract",
      "memory.extract",
      keys(Key.STORE, Key.MEMORY_OUTCOME),
      keys(Key.MESSAGE_COUNT, Key.FILTERED_COUNT, Key.EXTRACTOR, Key.ENTRY_COUNT));

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

  /** The beginning of the span's name; agents, tools and storage calls append their own names. */
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

  /** Keys in metrics and spans, or in spans only. */
  public enum Key implements KeyName {
    /** {@code invoke_agent}, {@code execute_tool}, or {@code chat}. */
    OPERATION("gen_ai.operation.name"),
    /** The name of the turn's agent, or {@code none}. */
    AGENT("gen_ai.agent.name"),
    /** {@code completed}, {@code failed} or {@code aborted}. */
    OUTCOME("adk.outcome"),
    /** {@code ack}, {@code nack} or {@code aborted}. */
    STATUS("adk.status"),
    /** The tool's name. */
    TOOL_NAME("gen_ai.tool.name"),
    /** {@code resolved}, {@code rejected}, {@code aborted} or {@code timeout}. */
    GATE_RESULT("adk.gate.result"),
    /** Dialect of the provider, such as {@code openai}; {@code none} if no dialect was reported. */
    PROVIDER("gen_ai.provider.name"),
    /** The requested model, or {@code none}. */
    REQUEST_MODEL("gen_ai.request.model"),
    /** The model that answered, or {@code none}. */
    RESPONSE_MODEL("gen_ai.response.model"),
    /**
     * {@code answer}, {@code tools}, {@code empty}, {@code aborted}, {@code nack} or {@code error}.
     */
    LLM_OUTCOME("adk.llm.outcome"),
    /** {@code found}, {@code empty}, or {@code failed}. */
    RETRIEVAL_OUTCOME("adk.retrieval.outcome"),
    /** {@code true}, {@code false}, or {@code none} if there was no answer. */
    STREAMED("adk.llm.streamed"),
    /** The callback's key, such as {@code storeMessage}, or {@code flush}. */
    CALLBACK("adk.callback"),
    /** The vector backend, such as {@code pgvector}. */
    SYSTEM("db.system.name"),
    /** {@code search}, {@code upsert} or {@code delete}. */
    DB_OPERATION("db.operation.name"),
    COLLECTION("db.collection.name"),
    TURN_ID("adk.turn.id"),
    ITERATION("adk.iteration"),
    /** Prompt tokens. This key and the next five are present if the executor reports them. */
    INPUT_TOKENS("gen_ai.usage.input_tokens", false),
    OUTPUT_TOKENS("gen_ai.usage.output_tokens", false),
    /** Prompt tokens that were read from the provider's cache. */
    CACHE_READ_TOKENS("gen_ai.usage.cache_read.input_tokens", false),
    /** Prompt tokens that were written to the provider's cache. */
    CACHE_WRITE_TOKENS("gen_ai.usage.cache_creation.input_tokens", false),
    /** Reasoning tokens. */
    REASONING_TOKENS("gen_ai.usage.reasoning.output_tokens", false),
    FINISH_REASON("gen_ai.response.finish_reasons", false),
    GATE_REASON("adk.gate.reason"),
    /** Seconds until the first chunk of a streamed answer, including failed attempts. */
    FIRST_CHUNK("gen_ai.response.time_to_first_chunk"),
    /** The conversation of the turn's scope. */
    CONVERSATION("gen_ai.conversation.id", false),
    /** The application's name and the agent's, such as {@code shop:agent}. */
    AGENT_ID("gen_ai.agent.id", false),
    /** The application's version, {@code spring.application.version}. */
    AGENT_VERSION("gen_ai.agent.version", false),
    /** Input of the turn; only if content is included. */
    INPUT("gen_ai.input.messages", false),
    /** Completed messages; only if content is included. */
    OUTPUT("gen_ai.output.messages", false),
    /** The checksum of the tool call. */
    CALL_ID("gen_ai.tool.call.id"),
    /** Validated arguments of the tool call; only if content is included. */
    ARGUMENTS("gen_ai.tool.call.arguments", false),

    /** The memory store. This key and those below belong to the observations of memory. */
    STORE("store"),

    /** {@code success} or {@code failure}. */
    MEMORY_OUTCOME("outcome"),
    STORE_NAMES("memory.store.names"),
    STORE_COUNT("memory.store.count"),
    MAX_SEARCH_RESULTS("memory.max_search_results", false),
    RESULT_COUNT("memory.result.count"),
    FAILURE_COUNT("memory.store.failure_count"),

    /** Content; only if it is included, as the next two. */
    QUERY("memory.query", false),
    RESULTS("memory.results", false),
    CONTENT("memory.content", false),
    MAX_ENTRIES("memory.max_entries"),
    INJECTED("memory.injected"),
    ENTRY_COUNT("memory.entry.count"),
    MESSAGE_COUNT("memory.message.count"),
    FILTERED_COUNT("memory.message.filtered_count"),
    EXTRACTOR("memory.extractor");

    private final String key;
    private final boolean required;

    Key(String key) {
      this(key, true);
    }

    Key(String key, boolean required) {
      this.key = key;
      this.required = required;
    }

    @Override
    public String asString() {
      return key;
    }

    @Override
    public boolean isRequired() {
      return required;
    }
  }
}
