package dev.adk4j.boot.llm;

import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.PromptOptions.AssistantMedia;
import dev.adk4j.prompt.PromptOptions.Neutralization;
import dev.adk4j.prompt.PromptOptions.ThoughtSurfacing;
import dev.adk4j.prompt.PromptOptions.TrailingAssistant;
import dev.adk4j.prompt.budget.Budget.Stop;
import dev.adk4j.prompt.budget.BudgetLevel;
import dev.adk4j.prompt.budget.BudgetPeriod;
import dev.adk4j.tool.ToolErrorDetail;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Everything under {@code adk.llm}: how the executor that is made of a Spring AI chat model works.
 *
 * @param enabled Whether a chat model becomes the executor where there is no other.
 * @param chatModel The name of the chat model's bean, where there are several.
 * @param stream Whether answers are streamed. A model that cannot is called instead.
 * @param autoAck Whether an answer without tool calls ends the turn's dispatch. Otherwise a
 *     middleware has to.
 * @param selfIdentity The identifier of the agent itself; what others said as assistants is marked
 *     as theirs.
 * @param bucketOrder The order of the prompt's parts. What is not listed is not sent.
 * @param thoughtSurfacing Whose earlier thoughts go back into the prompt.
 * @param replayCompatibility Tags of vendor data that may be sent back.
 * @param tokenEncoding What the prompt is measured with, such as o200k_base. Needs a context
 *     window.
 * @param contextWindow How many tokens a prompt may take. Needs a token encoding.
 * @param firstResponseTimeout How long a model may take to begin to answer; 0 for ever.
 * @param streamIdleTimeout How long a streamed answer may be silent; 0 for ever.
 * @param unsupportedMediaPolicy What happens to media that the model cannot take.
 * @param stashFallbackKeys What may stand for such media, best first.
 * @param assistantMedia How media that an assistant's message carries is sent - as-text, reoffer
 *     (as text, and as it is in a user's message after it) or native, for a provider that takes it.
 * @param toolChoice Whether tools may, must or must not be called: auto, required, none,
 *     function:NAME for that tool, or allowed_tools:NAME,NAME for one of those.
 * @param strictToolChoice Whether a tool choice that names a tool made for one turn only is
 *     refused.
 * @param toolErrorDetail What a model is told of a tool's failure.
 * @param inlineResultsUpTo Up to which size a tool's result is shown to the model as a whole.
 *     Larger ones are queried through reader tools. 0 for none.
 * @param trailingAssistant What happens to a prompt that ends on the assistant's own words.
 * @param groupParallelToolCalls Whether calls of one answer go back as one message.
 * @param reasoningSources The members of a message's metadata that hold reasoning, best first.
 *     Without any, what is known of the provider.
 * @param reasoningParser What finds reasoning in the text of an answer: none, think_tag,
 *     harmony_analysis, gemma_channel, auto, custom for the ReasoningParser bean, or a bean's name.
 *     Without a value it is the bean where there is one, and none otherwise.
 * @param reasoningLoneClosers Whether a closing tag without an opening one ends reasoning. A
 *     streamed answer is held back until its first tag then, or its end.
 * @param localToolCallParser What finds tool calls in the text of an answer that has no others:
 *     none, hermes, llama3_json, mistral, auto, custom for the TextToolCallParser bean, or a bean's
 *     name. Without a value it is the bean where there is one, and none otherwise.
 * @param dialect What the provider speaks, such as openai; auto finds out.
 * @param toolCallbacks Whether Spring AI's tool callbacks, those of MCP servers too, become tools.
 * @param prices What a million tokens cost, by model; * for every other one.
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
    @DefaultValue("throw") MediaPolicy.Mode unsupportedMediaPolicy,
    @DefaultValue({"text:transcript", "text:caption", "text:description"})
        List<String> stashFallbackKeys,
    @DefaultValue("as-text") AssistantMedia assistantMedia,
    @Nullable String toolChoice,
    @DefaultValue("false") boolean strictToolChoice,
    @DefaultValue("message") ToolErrorDetail toolErrorDetail,
    @DefaultValue("8KB") DataSize inlineResultsUpTo,
    @DefaultValue("warn") TrailingAssistant trailingAssistant,
    @DefaultValue("true") boolean groupParallelToolCalls,
    @DefaultValue List<String> reasoningSources,
    @Nullable String reasoningParser,
    @DefaultValue("true") boolean reasoningLoneClosers,
    @Nullable String localToolCallParser,
    @DefaultValue("auto") String dialect,
    @DefaultValue Envelope envelope,
    @DefaultValue Options options,
    @DefaultValue("true") boolean toolCallbacks,
    @DefaultValue Map<String, Price> prices,
    @DefaultValue Budget budget,
    @DefaultValue Context context,
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
        toolChoice == null || CHOICE.matcher(toolChoice).matches(),
        "adk.llm.tool-choice",
        toolChoice,
        "must be auto, required, none, function:NAME or allowed_tools:NAME,NAME");
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
   * @param maxAttempts How often a call is made that failed before it began to answer; 1 for once.
   *     With more, the retries of Spring AI and of the providers' clients are off by default.
   * @param baseDelay The pause before the second attempt; doubled for each further one.
   * @param maxDelay The longest pause, whatever the provider asks for.
   * @param retriableStatuses Which HTTP statuses are tried again.
   * @param honorRetryAfter Whether a pause is at least as long as the provider asks for.
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
   * @param nonceMode Where the marks in the prompt's envelopes come from. record-id can be guessed
   *     and is for parity with other systems.
   * @param nonceKey The secret of keyed marks, 16 bytes or more; without one a random one at each
   *     start. Nodes that share conversations and a provider's prompt cache want the same.
   * @param neutralize Texts in which imitations of the developer's own tag are neutralized.
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

    /** Where marks come from. */
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
   * @param model The model's name, instead of the one it is configured with. So are the other
   *     options.
   * @param temperature 0 to 2.
   * @param topP 0 to 1.
   * @param topK 1 or more.
   * @param maxTokens How many tokens an answer may take.
   * @param frequencyPenalty -2 to 2.
   * @param presencePenalty -2 to 2.
   * @param stopSequences What ends an answer.
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
   * @param limits What may be used up, and by whom. Without one nothing is limited.
   * @param stop Whether a dispatch that would exceed a limit fails or ends well.
   * @param allowUnmetered Whether generations pass that cannot be charged.
   * @param ledger Where it is kept what was used up. Unset, in the database where adk-jdbc-storage
   *     has one, else in memory, which forgets at a restart and is not shared by nodes.
   */
  public record Budget(
      @DefaultValue List<Limit> limits,
      @DefaultValue("nack") Stop stop,
      @DefaultValue("false") boolean allowUnmetered,
      @Nullable Keep ledger) {

    /**
     * @param level Whose budget it is.
     * @param period When it begins anew, by UTC.
     * @param tokens How many tokens may be used.
     * @param cost How much may be spent, in the currency of the prices.
     */
    public record Limit(
        BudgetLevel level,
        @DefaultValue("always") BudgetPeriod period,
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

  /** Where something is kept. */
  public enum Keep {
    MEMORY,
    DATABASE
  }

  /** What keeps a conversation inside the context window. */
  public record Context(@DefaultValue Trim trim, @DefaultValue Summary summary) {}

  /**
   * @param enabled Removes the least important records from a prompt that does not fit the context
   *     window. Needs a context window and a token encoding.
   * @param outputReserve Tokens of the context window reserved for the output.
   * @param reserveFraction Fraction of the context window reserved for output when output-reserve
   *     is not set (0 to 1).
   * @param thisTurnResultKeep Number of a turn's newest tool results that trimming never removes.
   */
  public record Trim(
      @DefaultValue("false") boolean enabled,
      @Nullable Long outputReserve,
      @DefaultValue("0.35") double reserveFraction,
      @DefaultValue("3") int thisTurnResultKeep) {

    public Trim {
      LlmRules.check(
          outputReserve == null || outputReserve >= 0,
          "adk.llm.context.trim.output-reserve",
          outputReserve,
          "must be 0 or more");
      LlmRules.between("adk.llm.context.trim.reserve-fraction", reserveFraction, 0, 1);
      LlmRules.check(
          thisTurnResultKeep >= 1,
          "adk.llm.context.trim.this-turn-result-keep",
          thisTurnResultKeep,
          "must be 1 or more");
    }
  }

  /**
   * @param enabled Replaces the older turns of a conversation by a summary. The chat model writes
   *     it, which costs tokens.
   * @param keepVerbatim Number of newest turns that are never summarized.
   * @param summarizeAtTokens Tokens of the older turns from which an existing summary is renewed.
   * @param model Name of the model that summarizes, such as a cheaper one. Unset, the one that
   *     answers.
   * @param timeout Time limit of one summary; 0 for none.
   * @param store Storage of summaries. Unset, in the database where adk-jdbc-storage has one, else
   *     in memory, which forgets at a restart and is not shared by nodes.
   */
  public record Summary(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("2") int keepVerbatim,
      @DefaultValue("2500") long summarizeAtTokens,
      @Nullable String model,
      @DefaultValue("60s") Duration timeout,
      @Nullable Keep store) {

    public Summary {
      LlmRules.check(
          keepVerbatim >= 1,
          "adk.llm.context.summary.keep-verbatim",
          keepVerbatim,
          "must be 1 or more");
      LlmRules.check(
          summarizeAtTokens >= 0,
          "adk.llm.context.summary.summarize-at-tokens",
          summarizeAtTokens,
          "must be 0 or more");
      LlmRules.notNegative("adk.llm.context.summary.timeout", timeout);
    }
  }

  /**
   * @param tools The names of the tools that are called only when somebody approved. Each must be
   *     the name of a tool that is there at the start; tools that come later, such as those of MCP
   *     servers, are named by a pattern (mcp_*) or as optional:NAME.
   * @param timeout How long a call waits for that; 0 for as long as adk.limits.gate-timeout says.
   */
  public record Approval(@DefaultValue List<String> tools, @DefaultValue("0s") Duration timeout) {

    public Approval {
      LlmRules.notNegative("adk.llm.approval.timeout", timeout);
    }
  }
}
