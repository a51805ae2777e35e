package dev.adk4j.springai.chat;

import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.springai.dialect.CacheMarks;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.springai.text.ReasoningParser;
import dev.adk4j.springai.text.TextToolCallParser;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link ChatModelExecutor}. Immutable. Invalid values throw {@code
 * E_INVALID_LLM_EXECUTOR_OPTIONS} with all fields.
 *
 * @param stream true if answers are streamed; a model that cannot stream is called without
 *     streaming
 * @param autoAck true if an answer without tool calls ends the dispatch; otherwise a middleware of
 *     the output pipeline must end it
 * @param prompt options of the prompt
 * @param model portable options of the request
 * @param retry options for retrying failed calls
 * @param firstResponseTimeout longest wait for a stream's first chunk, or for a whole response;
 *     zero for no limit
 * @param streamIdleTimeout longest silence of a stream after its first chunk; zero for no limit.
 *     Keep-alive comments do not count
 * @param tokenEncoding id of the encoding that measures the prompt; null for no measurement
 * @param contextWindow largest number of tokens of the prompt; required with an encoding
 * @param toolChoice tools that the model may or must call; null leaves the choice to the model
 * @param strictToolChoice true if forcing a tool forged for one turn is an error; false if it is
 *     only logged
 * @param groupParallelToolCalls true if calls of one generation are sent back as one message
 * @param toolResults format of results and failures of tools
 * @param reasoningParser parser of reasoning in the text of an answer
 * @param localToolCallParser parser of tool calls in the text of an answer that has no other calls
 * @param reasoningSources members of a message's metadata that hold reasoning, best first, or names
 *     of the dialect's sources; empty leaves the choice to the dialect
 * @param toolCallAccumulator combines fragments of tool calls
 * @param renderers renderers that replace those of the assembler
 * @since 0.1.0
 * @param answerMode mode of requesting a typed answer; null for the best mode that the model
 *     supports
 * @param parallelTools largest number of concurrent calls of one answer, at least 1; applies only
 *     to {@linkplain dev.adk4j.loop.Tool#parallel() parallel} tools
 * @param cacheMarks cache marks for providers that cache only marked content
 */
public record LlmExecutorOptions(
    boolean stream,
    boolean autoAck,
    PromptOptions prompt,
    ModelOptions model,
    RetryOptions retry,
    Duration firstResponseTimeout,
    Duration streamIdleTimeout,
    @Nullable String tokenEncoding,
    @Nullable Long contextWindow,
    @Nullable ToolChoice toolChoice,
    boolean strictToolChoice,
    boolean groupParallelToolCalls,
    ToolResultOptions toolResults,
    ReasoningParser reasoningParser,
    TextToolCallParser localToolCallParser,
    List<String> reasoningSources,
    ToolCallAccumulator.Factory toolCallAccumulator,
    PromptRenderers.Layer renderers,
    @Nullable AnswerMode answerMode,
    int parallelTools,
    CacheMarks cacheMarks) {

  private static final PromptRenderers.Layer NO_CHANGE = below -> below;

  public static final LlmExecutorOptions DEFAULT = new Builder().build();

  public LlmExecutorOptions {
    new Violations()
        .required(prompt, "$.prompt")
        .required(model, "$.model")
        .required(retry, "$.retry")
        .required(firstResponseTimeout, "$.firstResponseTimeout")
        .check(
            !isNegative(firstResponseTimeout),
            "$.firstResponseTimeout",
            "range",
            "must not be negative")
        .required(streamIdleTimeout, "$.streamIdleTimeout")
        .check(
            !isNegative(streamIdleTimeout), "$.streamIdleTimeout", "range", "must not be negative")
        .optionalText(tokenEncoding, "$.tokenEncoding")
        .check(
            tokenEncoding == null
                || tokenEncoding.isBlank()
                || TokenCounters.isKnown(tokenEncoding),
            "$.tokenEncoding",
            "enum",
            "must be a built-in encoding, such as o200k_base, or one registered with"
                + " TokenCounters.register")
        .check(
            contextWindow == null || contextWindow >= 1,
            "$.contextWindow",
            "range",
            "must be at least 1")
        .required(toolResults, "$.toolResults")
        .required(reasoningParser, "$.reasoningParser")
        .required(localToolCallParser, "$.localToolCallParser")
        .noNulls(reasoningSources, "$.reasoningSources")
        .check(
            areNames(reasoningSources),
            "$.reasoningSources",
            "unique",
            "must contain distinct names")
        .required(toolCallAccumulator, "$.toolCallAccumulator")
        .required(renderers, "$.renderers")
        .check(parallelTools >= 1, "$.parallelTools", "range", "must be at least 1")
        .required(cacheMarks, "$.cacheMarks")
        .throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    reasoningSources = List.copyOf(reasoningSources);
  }

  private static boolean isNegative(@Nullable Duration timeout) {
    return timeout != null && timeout.isNegative();
  }

  private static boolean areNames(List<String> names) {
    Set<String> seen = new HashSet<>();
    return names == null
        || names.stream().allMatch(name -> name != null && !name.isBlank() && seen.add(name));
  }

  public static Builder builder() {
    return new Builder();
  }

  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds options from other options. Not thread-safe. */
  public static final class Builder {

    private boolean stream = true;
    private boolean autoAck;
    PromptOptions prompt = PromptOptions.DEFAULT;
    ModelOptions model = ModelOptions.NONE;
    RetryOptions retry = RetryOptions.OFF;
    private Duration firstResponseTimeout = Duration.ZERO;
    private Duration streamIdleTimeout = Duration.ZERO;
    private @Nullable String tokenEncoding;
    private @Nullable Long contextWindow;
    private @Nullable ToolChoice toolChoice;
    private boolean strictToolChoice;
    private boolean groupParallelToolCalls = true;
    ToolResultOptions toolResults = ToolResultOptions.DEFAULT;
    private ReasoningParser reasoningParser = ReasoningParser.NONE;
    private TextToolCallParser localToolCallParser = TextToolCallParser.NONE;
    private List<String> reasoningSources = List.of();
    private ToolCallAccumulator.Factory toolCallAccumulator = ToolCallAccumulator::standard;
    private PromptRenderers.Layer renderers = NO_CHANGE;
    private @Nullable AnswerMode answerMode;
    private int parallelTools = ToolCallRunner.MAX_PARALLEL;
    private CacheMarks cacheMarks = CacheMarks.NONE;

    private Builder() {}

    private Builder(LlmExecutorOptions from) {
      this.stream = from.stream;
      this.autoAck = from.autoAck;
      this.prompt = from.prompt;
      this.model = from.model;
      this.retry = from.retry;
      this.firstResponseTimeout = from.firstResponseTimeout;
      this.streamIdleTimeout = from.streamIdleTimeout;
      this.tokenEncoding = from.tokenEncoding;
      this.contextWindow = from.contextWindow;
      this.toolChoice = from.toolChoice;
      this.strictToolChoice = from.strictToolChoice;
      this.groupParallelToolCalls = from.groupParallelToolCalls;
      this.toolResults = from.toolResults;
      this.reasoningParser = from.reasoningParser;
      this.localToolCallParser = from.localToolCallParser;
      this.reasoningSources = from.reasoningSources;
      this.toolCallAccumulator = from.toolCallAccumulator;
      this.renderers = from.renderers;
      this.answerMode = from.answerMode;
      this.parallelTools = from.parallelTools;
      this.cacheMarks = from.cacheMarks;
    }

    public Builder stream(boolean stream) {
      this.stream = stream;
      return this;
    }

    public Builder autoAck(boolean autoAck) {
      this.autoAck = autoAck;
      return this;
    }

    public Builder prompt(PromptOptions prompt) {
      this.prompt = prompt;
      return this;
    }

    public Builder model(ModelOptions model) {
      this.model = model;
      return this;
    }

    public Builder retry(RetryOptions retry) {
      this.retry = retry;
      return this;
    }

    public Builder firstResponseTimeout(Duration firstResponseTimeout) {
      this.firstResponseTimeout = firstResponseTimeout;
      return this;
    }

    public Builder streamIdleTimeout(Duration streamIdleTimeout) {
      this.streamIdleTimeout = streamIdleTimeout;
      return this;
    }

    public Builder tokenEncoding(@Nullable String tokenEncoding) {
      this.tokenEncoding = tokenEncoding;
      return this;
    }

    public Builder contextWindow(@Nullable Long contextWindow) {
      this.contextWindow = contextWindow;
      return this;
    }

    public Builder toolChoice(@Nullable ToolChoice toolChoice) {
      this.toolChoice = toolChoice;
      return this;
    }

    public Builder strictToolChoice(boolean strictToolChoice) {
      this.strictToolChoice = strictToolChoice;
      return this;
    }

    public Builder groupParallelToolCalls(boolean groupParallelToolCalls) {
      this.groupParallelToolCalls = groupParallelToolCalls;
      return this;
    }

    public Builder toolResults(ToolResultOptions toolResults) {
      this.toolResults = toolResults;
      return this;
    }

    public Builder reasoningParser(ReasoningParser reasoningParser) {
      this.reasoningParser = reasoningParser;
      return this;
    }

    public Builder localToolCallParser(TextToolCallParser localToolCallParser) {
      this.localToolCallParser = localToolCallParser;
      return this;
    }

    public Builder reasoningSources(List<String> reasoningSources) {
      this.reasoningSources = reasoningSources;
      return this;
    }

    public Builder toolCallAccumulator(ToolCallAccumulator.Factory toolCallAccumulator) {
      this.toolCallAccumulator = toolCallAccumulator;
      return this;
    }

    /**
     * Adds a layer of renderers over the previous ones. The last override of a renderer applies.
     */
    public Builder renderers(PromptRenderers.Layer layer) {
      PromptRenderers.Layer before = renderers;
      this.renderers = before == NO_CHANGE ? layer : below -> layer.over(before.over(below));
      return this;
    }

    public Builder answerMode(@Nullable AnswerMode answerMode) {
      this.answerMode = answerMode;
      return this;
    }

    public Builder parallelTools(int parallelTools) {
      this.parallelTools = parallelTools;
      return this;
    }

    /**
     * Sets the marks for providers that cache only marked content, such as Anthropic. Default:
     * none, because writing to a cache costs extra.
     */
    public Builder cacheMarks(CacheMarks cacheMarks) {
      this.cacheMarks = cacheMarks;
      return this;
    }

    /**
     * Returns the options.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} with all invalid
     *     fields
     */
    public LlmExecutorOptions build() {
      return new LlmExecutorOptions(
          stream,
          autoAck,
          prompt,
          model,
          retry,
          firstResponseTimeout,
          streamIdleTimeout,
          tokenEncoding,
          contextWindow,
          toolChoice,
          strictToolChoice,
          groupParallelToolCalls,
          toolResults,
          reasoningParser,
          localToolCallParser,
          reasoningSources,
          toolCallAccumulator,
          renderers,
          answerMode,
          parallelTools,
          cacheMarks);
    }
  }
}
