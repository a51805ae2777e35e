package dev.adk4j.boot.llm;

import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.PromptOptions.AssistantMedia;
import dev.adk4j.prompt.PromptOptions.Neutralization;
import dev.adk4j.prompt.PromptOptions.ThoughtSurfacing;
import dev.adk4j.prompt.PromptOptions.TrailingAssistant;
import dev.adk4j.prompt.budget.Budget.Stop;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.tool.ToolResultOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.llm}: the executor that is made of a Spring AI chat model.
 *
 * @param enabled Makes a chat model the executor of turns if the application declares no other
 *     executor.
 * @param chatModel Name of the ChatModel bean to use. Needed if there are several.
 * @param stream Streams answers. A model that cannot stream is called instead.
 * @param autoAck Ends the dispatch of a turn with an answer that has no tool calls. If false, a
 *     middleware has to.
 * @param selfIdentity Identifier of this agent. Messages that other agents wrote as assistants are
 *     marked as theirs in the prompt.
 * @param bucketOrder Order of the parts of the prompt. A part that is not listed is not sent.
 * @param thoughtSurfacing Earlier thoughts that are put back into the prompt, by author.
 * @param replayCompatibility Tags of vendor data, such as signatures of reasoning, that may be sent
 *     back to the provider.
 * @param tokenEncoding Token encoding that measures prompts, such as o200k_base. Needs
 *     adk.llm.context-window.
 * @param contextWindow Maximum number of tokens of a prompt. Needs adk.llm.token-encoding.
 * @param firstResponseTimeout Time in which a model has to begin its answer; 0 for no limit.
 * @param streamIdleTimeout Longest silence of a model within a streamed answer; 0 for no limit.
 * @param retry Retries of failed calls.
 * @param fallback Models that are asked if the chosen one cannot answer.
 * @param unsupportedMediaPolicy Action on media that the model does not accept: throw,
 *     fallback-stash (send a stashed substitute) or synthetic-description (send a generated text).
 * @param stashFallbackKeys Stash keys of the substitutes of media that the model does not accept,
 *     best first. Used by the policy fallback-stash.
 * @param assistantMedia Form in which media of an assistant's message are sent: as-text, reoffer
 *     (as text, and again in a user's message after it) or native, for a provider that accepts
 *     them.
 * @param toolChoice Tool choice that is sent to the model: auto, required, none, function:NAME for
 *     one tool, or allowed_tools:NAME,NAME for one of several.
 * @param strictToolChoice Refuses a tool choice that names a tool which exists in one turn only.
 * @param answerMode Way to ask a model for an answer of a Java type: native (the request carries
 *     the schema), tool (a tool whose arguments are the answer) or prompt (the prompt says the
 *     schema). Without a value, the best way that the model has.
 * @param toolErrorDetail Detail of a tool's failure that the model sees: message, type (of the
 *     exception) or none.
 * @param inlineResultsUpTo Maximum size of a tool's result that the model sees completely; 0 for
 *     none. The model queries larger results through reader tools. The default is about 2,000
 *     tokens.
 * @param trailingAssistant Action on a prompt that ends with an assistant's message: warn,
 *     append-user (add a request to continue) or fail. Some providers refuse such a prompt.
 * @param groupParallelToolCalls Sends the results of parallel tool calls back as one message.
 * @param parallelTools Maximum number of tool calls of one answer that run at the same time; 1 for
 *     none. Only calls next to each other whose tools say parallel do. The default is fewer than
 *     the 10 connections of a default pool.
 * @param cacheMarks Marks up to which a provider keeps a request in its prompt cache: none, short
 *     (with Anthropic 5 minutes) or long (an hour). Providers that cache by themselves ignore them.
 *     The default is none, because what is written to a cache costs more.
 * @param reasoningSources Keys of the message metadata that hold reasoning, best first. If empty,
 *     the keys that are known for the provider.
 * @param reasoningParser Parser that finds reasoning in the text of an answer: none, think_tag,
 *     harmony_analysis, gemma_channel, auto, custom (the ReasoningParser bean) or the name of a
 *     bean. If unset, the ReasoningParser bean if there is one, else none.
 * @param reasoningLoneClosers Treats text before a closing tag without an opening one as reasoning.
 *     A streamed answer is then held back until its first tag or its end.
 * @param localToolCallParser Parser that finds tool calls in the text of an answer that has no
 *     others: none, hermes, llama3_json, mistral, auto, custom (the TextToolCallParser bean) or the
 *     name of a bean. If unset, the TextToolCallParser bean if there is one, else none.
 * @param dialect Dialect of the provider, such as openai. The default detects it from the class of
 *     the chat model.
 * @param envelope Marks around texts in the prompt.
 * @param options Options that are sent to the model.
 * @param toolCallbacks Offers Spring AI's tool callbacks, including those of MCP servers, as tools.
 * @param toolSearch Search of tools, for agents with very many.
 * @param prices Prices of a million tokens, by model; * for all models that are not listed.
 * @param budget Budgets of tokens and cost.
 * @param context Context window management.
 * @param approval Approval of tool calls.
 */
public record LlmProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String chatModel,
    @DefaultValue("true") boolean stream,
    @DefaultValue("true") boolean autoAck,
    @DefaultValue("assistant") String selfIdentity,
    @DefaultValue({"standing-instructions", "memories", "retrievables", "timeline"})
        List<String> bucketOrder,
    @DefaultValue("all-self") ThoughtSurfacing thoughtSurfacing,
    @DefaultValue List<String> replayCompatibility,
    @Nullable String tokenEncoding,
    @Nullable Long contextWindow,
    @DefaultValue("0s") Duration firstResponseTimeout,
    @DefaultValue("0s") Duration streamIdleTimeout,
    @DefaultValue Retry retry,
    @DefaultValue Fallback fallback,
    @DefaultValue("throw") MediaPolicy.Mode unsupportedMediaPolicy,
    @DefaultValue({"text:transcript", "text:caption", "text:description"})
        List<String> stashFallbackKeys,
    @DefaultValue("as-text") AssistantMedia assistantMedia,
    @Nullable String toolChoice,
    @DefaultValue("false") boolean strictToolChoice,
    @Nullable String answerMode,
    @DefaultValue("message") ToolResultOptions.ErrorDetail toolErrorDetail,
    @DefaultValue("8KB") DataSize inlineResultsUpTo,
    @DefaultValue("warn") TrailingAssistant trailingAssistant,
    @DefaultValue("true") boolean groupParallelToolCalls,
    @DefaultValue("8") int parallelTools,
    @DefaultValue("none") String cacheMarks,
    @DefaultValue List<String> reasoningSources,
    @Nullable String reasoningParser,
    @DefaultValue("true") boolean reasoningLoneClosers,
    @Nullable String localToolCallParser,
    @DefaultValue("auto") String dialect,
    @DefaultValue Envelope envelope,
    @DefaultValue Options options,
    @DefaultValue("true") boolean toolCallbacks,
    @DefaultValue ToolSearch toolSearch,
    @DefaultValue Map<String, Price> prices,
    @DefaultValue Budget budget,
    @NestedConfigurationProperty @DefaultValue ContextProperties context,
    @DefaultValue Approval approval) {

  private static final String NAME = "[^,]*[^,\\s][^,]*";

  private static final Pattern CHOICE =
      Pattern.compile("auto|required|none|function:N|allowed_tools:N(,N)*".replace("N", NAME));

  public LlmProperties {
    LlmRules.notNegative("adk.llm.first-response-timeout", firstResponseTimeout);
    LlmRules.notNegative("adk.llm.stream-idle-timeout", streamIdleTimeout);
    LlmRules.check(
        contextWindow == null || contextWindow >= 1,
        "adk.llm.context-window",
        contextWindow,
        "must be 1 or more");
    LlmRules.check(
        (tokenEncoding == null) == (contextWindow == null),
        tokenEncoding == null ? "adk.llm.token-encoding" : "adk.llm.context-window",
        null,
        "must be given too: a token encoding and a context window need each other");
    LlmRules.check(
        parallelTools >= 1, "adk.llm.parallel-tools", parallelTools, "must be 1 or more");
    LlmRules.check(
        toolChoice == null || CHOICE.matcher(toolChoice).matches(),
        "adk.llm.tool-choice",
        toolChoice,
        "must be auto, required, none, function:NAME or allowed_tools:NAME,NAME");
    LlmRules.check(
        Set.of("none", "short", "long").contains(cacheMarks),
        "adk.llm.cache-marks",
        cacheMarks,
        "must be none, short or long");
    LlmRules.check(
        answerMode == null || Set.of("native", "tool", "prompt").contains(answerMode),
        "adk.llm.answer-mode",
        answerMode,
        "must be native, tool or prompt");
    LlmRules.check(
        reasoningSources.stream().noneMatch(String::isBlank)
            && reasoningSources.stream().distinct().count() == reasoningSources.size(),
        "adk.llm.reasoning-sources",
        reasoningSources,
        "must be names, each of them once");
    LlmRules.check(
        inlineResultsUpTo.toBytes() >= 0,
        "adk.llm.inline-results-up-to",
        inlineResultsUpTo,
        "must not be negative");
    LlmRules.check(
        !context.trim().enabled() || contextWindow != null,
        "adk.llm.context-window",
        null,
        "must be given: adk.llm.context.trim has to know how much fits");
  }

  /**
   * Properties under {@code adk.llm.retry}.
   *
   * @param maxAttempts Maximum number of attempts of a call that fails before its answer begins; 1
   *     for no retry. With more than 1, the retries of Spring AI and of the providers' clients are
   *     off by default, so that attempts do not multiply.
   * @param baseDelay Delay before the second attempt of a call. It doubles with each further
   *     attempt.
   * @param maxDelay Longest delay between two attempts of a call, even if the provider asks for
   *     more.
   * @param retriableStatuses HTTP statuses after which a call is tried again. The default is
   *     overload and outage.
   * @param honorRetryAfter Waits at least as long as the Retry-After header of the provider says,
   *     up to adk.llm.retry.max-delay.
   */
  public record Retry(
      @DefaultValue("1") int maxAttempts,
      @DefaultValue("500ms") Duration baseDelay,
      @DefaultValue("30s") Duration maxDelay,
      @DefaultValue({"429", "502", "503", "504"}) Set<Integer> retriableStatuses,
      @DefaultValue("true") boolean honorRetryAfter) {

    public Retry {
      LlmRules.check(
          maxAttempts >= 1, "adk.llm.retry.max-attempts", maxAttempts, "must be 1 or more");
      LlmRules.notNegative("adk.llm.retry.base-delay", baseDelay);
      LlmRules.check(
          maxDelay.isPositive(), "adk.llm.retry.max-delay", maxDelay, "must be longer than 0");
      LlmRules.check(
          retriableStatuses.stream().allMatch(status -> status >= 100 && status <= 599),
          "adk.llm.retry.retriable-statuses",
          retriableStatuses,
          "must be from 100 to 599");
    }
  }

  /**
   * Properties under {@code adk.llm.fallback}.
   *
   * @param models Models that are asked, in this order, if the chosen one cannot answer. If empty,
   *     no other model is asked.
   * @param on Failures of a model after which the next one is asked, if nothing of the answer was
   *     heard: outage (no answer, or a status of 408 or 5xx), rate-limit (429), first-token (the
   *     time of adk.llm.first-response-timeout is over) or context-length (the prompt does not
   *     fit).
   * @param continueBrokenAnswer Continues an answer that breaks off after a part of it was heard:
   *     the part is stored, and the next model goes on in a new iteration. If false, the turn fails
   *     and nothing of the answer is stored.
   * @param maxPromptCost Maximum estimated cost of a prompt of the chosen model, in the currency of
   *     adk.llm.prices. For a prompt that costs more, the next model is asked.
   * @param circuitBreaker Circuit breakers of the models. They need resilience4j-circuitbreaker on
   *     the class path.
   */
  public record Fallback(
      @DefaultValue List<Model> models,
      @DefaultValue({"outage", "rate-limit", "first-token", "context-length"}) List<On> on,
      @DefaultValue("false") boolean continueBrokenAnswer,
      @Nullable BigDecimal maxPromptCost,
      @DefaultValue CircuitBreaker circuitBreaker) {

    public Fallback {
      LlmRules.check(
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
     * Model that is asked if those before cannot answer.
     *
     * @param chatModel Name of the ChatModel bean. Unset, the one of the model before all others.
     * @param model Name of the provider's model, such as gpt-5-mini. Unset, the one that the
     *     ChatModel bean is configured with.
     * @param firstResponseTimeout Time in which the model has to begin its answer; 0 for no limit.
     *     Unset, adk.llm.first-response-timeout.
     * @param contextWindow Maximum number of tokens of a prompt of the model. Unset,
     *     adk.llm.context-window.
     * @param maxPromptCost Maximum estimated cost of a prompt of the model, in the currency of
     *     adk.llm.prices. Unset, no limit.
     */
    public record Model(
        @Nullable String chatModel,
        @Nullable String model,
        @Nullable Duration firstResponseTimeout,
        @Nullable Long contextWindow,
        @Nullable BigDecimal maxPromptCost) {}

    /**
     * Properties under {@code adk.llm.fallback.circuit-breaker}. A CircuitBreakerRegistry bean of
     * the application has its own settings instead.
     *
     * @param calls Number of the last calls of a model that are looked at, at least 1. The circuit
     *     opens after that many calls at the earliest.
     * @param failureRate Share of failed calls, in percent, at which the circuit of a model opens;
     *     from 1 to 100. An open circuit passes the model over.
     * @param openFor Time after which an open circuit lets one call try the model again.
     */
    public record CircuitBreaker(
        @DefaultValue("10") int calls,
        @DefaultValue("50") int failureRate,
        @DefaultValue("30s") Duration openFor) {

      public CircuitBreaker {
        String prefix = "adk.llm.fallback.circuit-breaker.";
        LlmRules.check(calls >= 1, prefix + "calls", calls, "must be at least 1");
        LlmRules.between(prefix + "failure-rate", (double) failureRate, 1, 100);
        LlmRules.check(openFor.isPositive(), prefix + "open-for", openFor, "must be longer than 0");
      }
    }
  }

  /**
   * Properties under {@code adk.llm.envelope}.
   *
   * @param nonceMode Source of the marks that separate texts in the prompt: keyed (derived from a
   *     secret) or record-id (can be guessed; only for parity with other systems).
   * @param nonceKey Secret of keyed marks, at least 16 characters. If unset, a random one for each
   *     start. Set the same secret on nodes that share conversations or a provider's prompt cache.
   * @param neutralize Texts in which imitations of the developer's tag are neutralized: messages or
   *     all.
   */
  public record Envelope(
      @DefaultValue("keyed") NonceMode nonceMode,
      @Nullable String nonceKey,
      @DefaultValue("all") Neutralization neutralize) {

    public Envelope {
      LlmRules.check(
          nonceKey == null || nonceKey.length() >= 16,
          "adk.llm.envelope.nonce-key",
          "(hidden)",
          "must be 16 characters or more");
    }

    /** Sources of marks. */
    public enum NonceMode {
      KEYED,
      RECORD_ID
    }

    /** Never the key. */
    @Override
    public String toString() {
      return "Envelope[nonceMode=" + nonceMode + ", neutralize=" + neutralize + "]";
    }
  }

  /**
   * Properties under {@code adk.llm.options}. An option that is unset keeps the value of the chat
   * model.
   *
   * @param model Name of the model. If unset, the one that the chat model is configured with.
   * @param temperature Sampling temperature, from 0 to 2. Lower values give more predictable
   *     answers. If unset, that of the chat model.
   * @param topP Nucleus sampling: share of the probability that tokens are chosen from, from 0 to
   *     1. If unset, that of the chat model.
   * @param topK Number of most likely tokens that are chosen from, at least 1. If unset, that of
   *     the chat model.
   * @param maxTokens Maximum number of tokens of an answer, at least 1. If unset, that of the chat
   *     model.
   * @param frequencyPenalty Penalty for tokens by how often they occurred, from -2 to 2. If unset,
   *     that of the chat model.
   * @param presencePenalty Penalty for tokens that occurred, from -2 to 2. If unset, that of the
   *     chat model.
   * @param stopSequences Texts that end an answer. If unset, those of the chat model.
   */
  public record Options(
      @Nullable String model,
      @Nullable Double temperature,
      @Nullable Double topP,
      @Nullable Integer topK,
      @Nullable Integer maxTokens,
      @Nullable Double frequencyPenalty,
      @Nullable Double presencePenalty,
      @Nullable List<String> stopSequences) {

    public Options {
      LlmRules.between("adk.llm.options.temperature", temperature, 0, 2);
      LlmRules.between("adk.llm.options.top-p", topP, 0, 1);
      LlmRules.between("adk.llm.options.frequency-penalty", frequencyPenalty, -2, 2);
      LlmRules.between("adk.llm.options.presence-penalty", presencePenalty, -2, 2);
      LlmRules.check(topK == null || topK >= 1, "adk.llm.options.top-k", topK, "must be 1 or more");
      LlmRules.check(
          maxTokens == null || maxTokens >= 1,
          "adk.llm.options.max-tokens",
          maxTokens,
          "must be 1 or more");
    }
  }

  /**
   * Properties under {@code adk.llm.tool-search}.
   *
   * @param above Number of tools above which a model is offered two tools, search_tools and
   *     load_tools, that find and offer the others. If unset, all tools are offered.
   * @param pinned Names of tools that are always offered. Name tools that come later than the
   *     start, such as those of MCP servers, by a pattern (mcp_*) or as optional:NAME. The tools
   *     that adk.llm.tool-choice names are pinned anyway.
   */
  public record ToolSearch(@Nullable Integer above, @DefaultValue List<String> pinned) {

    public ToolSearch {
      LlmRules.check(
          above == null || above >= 0, "adk.llm.tool-search.above", above, "must be 0 or more");
    }
  }

  /**
   * Prices of one model, in any one currency.
   *
   * @param input Price of a million tokens of a prompt.
   * @param output Price of a million tokens of an answer.
   * @param cacheRead Price of a million tokens of a prompt that the provider reads from its cache.
   *     Unset, the price of input.
   * @param cacheWrite Price of a million tokens of a prompt that the provider writes to its cache.
   *     Unset, the price of input.
   * @param reasoning Price of a million tokens of reasoning. Unset, the price of output.
   */
  public record Price(
      BigDecimal input,
      BigDecimal output,
      @Nullable BigDecimal cacheRead,
      @Nullable BigDecimal cacheWrite,
      @Nullable BigDecimal reasoning) {

    public Price {
      LlmRules.check(input != null, "adk.llm.prices.*.input", null, "must be given");
      LlmRules.check(output != null, "adk.llm.prices.*.output", null, "must be given");
      check("input", input);
      check("output", output);
      check("cache-read", cacheRead);
      check("cache-write", cacheWrite);
      check("reasoning", reasoning);
    }

    private static void check(String name, @Nullable BigDecimal price) {
      LlmRules.check(
          price == null || price.signum() >= 0,
          "adk.llm.prices.*." + name,
          price,
          "must be 0 or more");
    }
  }

  /**
   * Properties under {@code adk.llm.budget}.
   *
   * @param limits Limits of tokens or cost. If empty, nothing is limited.
   * @param stop End of a dispatch that would exceed a limit: nack (it fails) or ack (it ends
   *     normally).
   * @param allowUnmetered Allows generations that report no usage and cannot be charged. If false,
   *     they fail.
   * @param ledger Storage of what was used up: memory (lost at a restart, not shared by nodes) or
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
     * @param period Period after which the budget begins again, in UTC.
     * @param tokens Maximum number of tokens in a period.
     * @param cost Maximum cost in a period, in the currency of adk.llm.prices.
     */
    public record Limit(
        BudgetLimit.Level level,
        @DefaultValue("always") BudgetLimit.Period period,
        @Nullable Long tokens,
        @Nullable BigDecimal cost) {

      public Limit {
        LlmRules.check(level != null, "adk.llm.budget.limits[].level", null, "must be given");
        LlmRules.check(
            tokens != null || cost != null,
            "adk.llm.budget.limits[]",
            level,
            "must limit tokens or cost");
      }
    }
  }

  /** Places of storage. */
  public enum Keep {
    MEMORY,
    DATABASE
  }

  /**
   * Properties under {@code adk.llm.approval}.
   *
   * @param tools Names of the tools whose calls need approval. Each must be the name of a tool that
   *     exists at startup. Name tools that come later, such as those of MCP servers, by a pattern
   *     (mcp_*) or as optional:NAME.
   * @param timeout Time that a tool call waits for approval; 0 for adk.limits.gate-timeout.
   */
  public record Approval(@DefaultValue List<String> tools, @DefaultValue("0s") Duration timeout) {

    public Approval {
      LlmRules.notNegative("adk.llm.approval.timeout", timeout);
    }
  }
}
