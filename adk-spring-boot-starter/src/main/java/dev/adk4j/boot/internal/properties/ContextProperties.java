package dev.adk4j.boot.internal.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code adk.llm.context}.
 *
 * @param trim Removal of records from prompts that do not fit.
 * @param summary Summaries of older turns.
 */
public record ContextProperties(@DefaultValue Trim trim, @DefaultValue Summary summary) {

  /**
   * Properties under {@code adk.llm.context.trim}.
   *
   * @param enabled Removes the least important records from a prompt that does not fit the context
   *     window. Requires adk.llm.context-window and adk.llm.token-encoding.
   * @param outputReserve Tokens of the context window that are reserved for output. If unset,
   *     adk.llm.context.trim.reserve-fraction.
   * @param reserveFraction Fraction of the context window that is reserved for output if
   *     output-reserve is unset (0 to 1).
   */
  public record Trim(
      @DefaultValue("false") boolean enabled,
      @Nullable Long outputReserve,
      @DefaultValue("0.35") double reserveFraction) {

    public Trim {
      PropertyRules.atLeast("adk.llm.context.trim.output-reserve", outputReserve, 0);
      PropertyRules.between("adk.llm.context.trim.reserve-fraction", reserveFraction, 0.0, 1.0);
    }
  }

  /**
   * Properties under {@code adk.llm.context.summary}.
   *
   * @param enabled Replaces the older turns of a conversation by a summary. The chat model writes
   *     it, which costs tokens.
   * @param keepVerbatim Number of newest turns that are never summarized, at least 1.
   * @param summarizeAtTokens Number of tokens in the older turns at which an existing summary is
   *     renewed.
   * @param model Name of the model that writes summaries, such as a cheaper one. If unset, the one
   *     that the chat model is configured with.
   * @param timeout Time limit of one summary; 0 for none.
   * @param store Storage of summaries: memory (lost at a restart, not shared by nodes) or database.
   *     If unset, the database if adk-jdbc-storage has one, else memory.
   */
  public record Summary(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("2") int keepVerbatim,
      @DefaultValue("2500") long summarizeAtTokens,
      @Nullable String model,
      @DefaultValue("60s") Duration timeout,
      LlmProperties.@Nullable Keep store) {

    public Summary {
      PropertyRules.atLeast("adk.llm.context.summary.keep-verbatim", keepVerbatim, 1);
      PropertyRules.atLeast("adk.llm.context.summary.summarize-at-tokens", summarizeAtTokens, 0);
      PropertyRules.notNegative("adk.llm.context.summary.timeout", timeout);
    }
  }
}
