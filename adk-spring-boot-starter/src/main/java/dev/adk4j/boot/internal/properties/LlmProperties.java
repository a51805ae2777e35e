package dev.adk4j.boot.internal.properties;

import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.budget.Budget.Stop;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.tool.ToolResultOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.llm}: the executor that uses a Spring AI chat model.
 *
 * @param enabled Uses a chat model as the executor of turns if the application declares no other
 *     executor.
 * @param chatModel Name of the ChatModel bean to use. Required if there are several.
 * @param stream Streams answers. A model that cannot stream is called instead.
 * @param tokenEncoding Token encoding that measures prompts, such as o200k_base. Requires
 *     adk.llm.context-window.
 * @param contextWindow Maximum number of tokens of a prompt. Requires adk.llm.token-encoding.
 * @param firstResponseTimeout Time within which a model must begin its answer; 0 for no limit.
 * @param streamIdleTimeout Longest pause of a model within a streamed answer; 0 for no limit.
 * @param fallback Models that are called if the selected model cannot answer.
 * @param unsupportedMediaPolicy Action on media that the model does not accept: throw,
 *     fallback-stash (send a stashed substitute) or synthetic-description (send a generated text).
 * @param toolChoice Tool choice that is sent to the model: auto, required, none, function:NAME for
 *     one tool, or allowed_tools:NAME,NAME for one of several.
 * @param answerMode Way to request an answer of a Java type: native (the request carries the
 *     schema), tool (a tool whose arguments are the answer) or prompt (the prompt contains the
 *     schema). If unset, the best way that the model supports.
 * @param toolErrorDetail Detail of a tool's failure that is sent to the model: message, type (of
 *     the exception) or none.
 * @param inlineResultsUpTo Maximum size of a tool's result that is sent to the model completely; 0
 *     for none. The model queries larger results through reader tools. The default is about 2,000
 *     tokens.
 * @param parallelTools Maximum number of tool calls of one answer that run at the same time; 1 for
 *     none. Only adjacent calls run together, and only if their tools are marked parallel. The
 *     default is below the 10 connections of a default pool.
 * @param cacheMarks Cache marks in requests, up to which a provider stores the prompt in its cache:
 *     none, short (with Anthropic 5 minutes) or long (an hour). Providers that cache automatically
 *     ignore them. The default is none, because writing to a cache costs more.
 * @param reasoningParser Parser that finds reasoning in the text of an answer: none, think_tag,
 *     harmony_analysis, gemma_channel, auto, custom (the ReasoningParser bean) or the name of a
 *     bean. If unset, the ReasoningParser bean if there is one, else none.
 * @param localToolCallParser Parser that finds tool calls in the text of an answer that has no
 *     others: none, hermes, llama3_json, mistral, auto, custom (the TextToolCallParser bean) or the
 *     name of a bean. If unset, the TextToolCallParser bean if there is one, else none.
 * @param dialect Dialect of the provider, such as openai. The default detects it from the class of
 *     the chat model.
 * @param logPrompts Logs each prompt that the model receives. For development: the startup fails
 *     without spring-boot-devtools or an active profile named dev, local or test.
 * @param envelope Marks that separate texts in the prompt.
 * @param toolCallbacks Offers Spring AI's tool callbacks, including those of MCP servers, as tools.
 * @param toolSearch Tool search, for agents with a large number of tools.
 * @param prices Prices per million tokens, by model; * for all models that are not listed.
 * @param budget Budgets of tokens and cost.
 * @param context Context window management.
 * @param approval Approval of tool calls.
 */
public record LlmProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String chatModel,
    @DefaultValue("true") boolean stream,
    @Nullable String tokenEncoding,
    @Nullable Long contextWindow,
    @DefaultValue("0s") Duration firstResponseTimeout,
    @DefaultValue("0s") Duration streamIdleTimeout,
    @DefaultValue Fallback fallback,
    @DefaultValue("throw") MediaPolicy.Mode unsupportedMediaPolicy,
    @Nullable String toolChoice,
    @Nullable String answerMode,
    @DefaultValue("message") ToolResultOptions.ErrorDetail toolErrorDetail,
    @DefaultValue("8KB") DataSize inlineResultsUpTo,
    @DefaultValue("8") int parallelTools,
    @DefaultValue("none") String cacheMarks,
    @Nullable String reasoningParser,
    @Nullable String localToolCallParser,
    @DefaultValue("auto") String dialect,
    @DefaultValue("false") boolean logPrompts,
    @DefaultValue Envelope envelope,
    @DefaultValue("true") boolean toolCallbacks,
    @DefaultValue ToolSearch toolSearch,
    @DefaultValue Map<String, Price> prices,
    @DefaultValue Budget budget,
    @NestedConfigurationProperty @DefaultValue ContextProperties context,
    @DefaultValue Approval approval) {

  /** Encoding that measures prompts if none is set. */
  private static final String ENCODING = "cl100k_base";

  private static final String NAME = "[^,]*[^,\\s][^,]*";

  private static final Pattern CHOICE =
      Pattern.compile("auto|required|none|function:N|allowed_tools:N(,N)*".replace("N", NAME));

  public LlmProperties {
    PropertyRules.notNegative("adk.llm.first-response-timeout", firstResponseTimeout);
    PropertyRules.notNegative("adk.llm.stream-idle-timeout", streamIdleTimeout);
    PropertyRules.atLeast("adk.llm.context-window", contextWindow, 1);
    PropertyRules.require(
        (tokenEncoding == null) == (contextWindow == null),
        tokenEncoding == null ? "adk.llm.token-encoding" : "adk.llm.context-window",
        null,
        "must be set too: a token encoding and a context window require each other");
    PropertyRules.atLeast("adk.llm.parallel-tools", parallelTools, 1);
    PropertyRules.require(
        toolChoice == null || CHOICE.matcher(toolChoice).matches(),
        "adk.llm.tool-choice",
        toolChoice,
        "must be auto, required, none, function:NAME or allowed_tools:NAME,NAME");
    PropertyRules.require(
        Set.of("none", "short", "long").contains(cacheMarks),
        "adk.llm.cache-marks",
        cacheMarks,
        "must be none, short or long");
    PropertyRules.require(
        answerMode == null || Set.of("native", "tool", "prompt").contains(answerMode),
        "adk.llm.answer-mode",
        answerMode,
        "must be native, tool or prompt");
    PropertyRules.require(
        inlineResultsUpTo.toBytes() >= 0,
        "adk.llm.inline-results-up-to",
        inlineResultsUpTo,
        "must not be negative");
    PropertyRules.require(
        !context.trim().enabled() || contextWindow != null,
        "adk.llm.context-window",
        null,
        "must be set: adk.llm.context.trim needs it to measure the prompt");
  }

  /** Returns the encoding that measures prompts. */
  public String encoding() {
    return Objects.requireNonNullElse(tokenEncoding, ENCODING);
  }

  /**
   * Properties under {@code adk.llm.fallback}.
   *
   * @param models Models that are called, in this order, if the selected model cannot answer. If
   *     empty, no other model is called.
   * @param on Failures of a model after which the next one is called, provided that no part of the
   *     answer was received: outage (no response, or a status of 408 or 5xx), rate-limit (429),
   *     first-token (adk.llm.first-response-timeout has elapsed) or context-length (the prompt does
   *     not fit).
   * @param continueBrokenAnswer Continues an answer that breaks off after a part of it was
   *     received: the part is stored, and the next model continues in a new iteration. If false,
   *     the turn fails and no part of the answer is stored.
   * @param maxPromptCost Maximum estimated cost of a prompt of the selected model, in the currency
   *     of adk.llm.prices. For a prompt that costs more, the next model is called.
   */
  public record Fallback(
      @DefaultValue List<Model> models,
      @DefaultValue({"outage", "rate-limit", "first-token", "context-length"}) List<On> on,
      @DefaultValue("false") boolean continueBrokenAnswer,
      @Nullable BigDecimal maxPromptCost) {

    public Fallback {
      PropertyRules.require(
          maxPromptCost == null || maxPromptCost.signum() > 0,
          "adk.llm.fallback.max-prompt-cost",
          maxPromptCost,
          "must be more than 0");
    }

    /** Failures of a model. */
    public enum On {
      OUTAGE,
      RATE_LIMIT,
      FIRST_TOKEN,
      CONTEXT_LENGTH
    }

    /**
     * Model that is called if those before it cannot answer.
     *
     * @param chatModel Name of the ChatModel bean. If unset, that of the first model.
     * @param model Name of the provider's model, such as gpt-5-mini. If unset, the one that the
     *     ChatModel bean is configured with.
     * @param firstResponseTimeout Time within which the model must begin its answer; 0 for no
     *     limit. If unset, adk.llm.first-response-timeout.
     * @param contextWindow Maximum number of tokens of a prompt of the model. If unset,
     *     adk.llm.context-window.
     * @param maxPromptCost Maximum estimated cost of a prompt of the model, in the currency of
     *     adk.llm.prices. If unset, there is no limit.
     */
    public record Model(
        @Nullable String chatModel,
        @Nullable String model,
        @Nullable Duration firstResponseTimeout,
        @Nullable Long contextWindow,
        @Nullable BigDecimal maxPromptCost) {}
  }

  /**
   * Properties under {@code adk.llm.envelope}.
   *
   * @param nonceKey Secret of the marks that separate texts in the prompt, at least 16 characters.
   *     If unset, a random one is created at each startup. Set the same secret on nodes that share
   *     conversations or a provider's prompt cache.
   * @param plainMessages Sends users' messages without an envelope. The model then cannot see who
   *     wrote a message and when, nor where it begins and ends.
   */
  public record Envelope(@Nullable String nonceKey, @DefaultValue("false") boolean plainMessages) {

    public Envelope {
      PropertyRules.require(
          nonceKey == null || nonceKey.length() >= 16,
          "adk.llm.envelope.nonce-key",
          "(hidden)",
          "must be 16 characters or more");
    }

    /** Omits the key. */
    @Override
    public String toString() {
      return "Envelope";
    }
  }

  /**
   * Properties under {@code adk.llm.tool-search}.
   *
   * @param above Number of tools above which a model receives two tools, search_tools and
   *     load_tools, which find and load the others. If unset, all tools are sent.
   * @param pinned Names of tools that are always sent. Name tools that appear after startup, such
   *     as those of MCP servers, by a pattern (mcp_*) or as optional:NAME. The tools that
   *     adk.llm.tool-choice names are always pinned.
   */
  public record ToolSearch(@Nullable Integer above, @DefaultValue List<String> pinned) {

    public ToolSearch {
      PropertyRules.atLeast("adk.llm.tool-search.above", above, 0);
    }
  }

  /**
   * Prices of one model, in any single currency.
   *
   * @param input Price per million prompt tokens.
   * @param output Price per million answer tokens.
   * @param cacheRead Price per million prompt tokens that the provider reads from its cache. If
   *     unset, the price of input.
   * @param cacheWrite Price per million prompt tokens that the provider writes to its cache. If
   *     unset, the price of input.
   * @param reasoning Price per million reasoning tokens. If unset, the price of output.
   */
  public record Price(
      BigDecimal input,
      BigDecimal output,
      @Nullable BigDecimal cacheRead,
      @Nullable BigDecimal cacheWrite,
      @Nullable BigDecimal reasoning) {

    public Price {
      PropertyRules.require(input != null, "adk.llm.prices.*.input", null, "must be given");
      PropertyRules.require(output != null, "adk.llm.prices.*.output", null, "must be given");
      check("input", input);
      check("output", output);
      check("cache-read", cacheRead);
      check("cache-write", cacheWrite);
      check("reasoning", reasoning);
    }

    private static void check(String name, @Nullable BigDecimal price) {
      PropertyRules.require(
          price == null || price.signum() >= 0,
          "adk.llm.prices.*." + name,
          price,
          "must be 0 or more");
    }
  }

  /**
   * Properties under {@code adk.llm.budget}.
   *
   * @param limits Limits of tokens or cost. If empty, there is no limit.
   * @param stop End of a dispatch that would exceed a limit: nack (it fails) or ack (it ends
   *     normally).
   * @param allowUnmetered Allows generations that report no usage and therefore cannot be charged.
   *     If false, they fail.
   * @param ledger Storage of the usage: memory (lost at a restart, not shared by nodes) or
   *     database. If unset, the database if adk-jdbc-storage has one, else memory.
   */
  public record Budget(
      @DefaultValue List<Limit> limits,
      @DefaultValue("nack") Stop stop,
      @DefaultValue("false") boolean allowUnmetered,
      @Nullable Keep ledger) {

    /**
     * Limit of tokens or cost.
     *
     * @param level Owner of the budget.
     * @param period Period after which the budget starts again, in UTC.
     * @param tokens Maximum number of tokens in a period.
     * @param cost Maximum cost in a period, in the currency of adk.llm.prices.
     */
    public record Limit(
        BudgetLimit.Level level,
        @DefaultValue("always") BudgetLimit.Period period,
        @Nullable Long tokens,
        @Nullable BigDecimal cost) {

      public Limit {
        PropertyRules.require(
            level != null, "adk.llm.budget.limits[].level", null, "must be given");
        PropertyRules.require(
            tokens != null || cost != null,
            "adk.llm.budget.limits[]",
            level,
            "must limit tokens or cost");
      }
    }
  }

  /** Storage locations. */
  public enum Keep {
    MEMORY,
    DATABASE
  }

  /**
   * Properties under {@code adk.llm.approval}.
   *
   * @param tools Names of the tools whose calls need approval. Each must be the name of a tool that
   *     exists at startup. Name tools that appear later, such as those of MCP servers, by a pattern
   *     (mcp_*) or as optional:NAME.
   * @param timeout Time that a tool call waits for approval; 0 for adk.limits.gate-timeout.
   */
  public record Approval(@DefaultValue List<String> tools, @DefaultValue("0s") Duration timeout) {

    public Approval {
      PropertyRules.notNegative("adk.llm.approval.timeout", timeout);
    }
  }
}
