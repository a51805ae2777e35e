package dev.adk4j.prompt.context;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link ContextTrimmer}. Immutable.
 *
 * @param estimateTokens counts the tokens of a text under an encoding; required for trimming
 * @param outputReserve tokens reserved for the answer; null for a share of the window
 * @param reserveFraction the share of the window reserved for the answer, from 0 to 1
 * @param stripPriorTurnThoughts removes thoughts of earlier turns even if there is room
 * @param keepThoughtIds thoughts of earlier turns that are not stripped
 * @param protectThoughtIds thoughts that are never removed
 * @param thisTurnResultKeep the number of this turn's newest tool results that are kept
 * @param ephemeral selects messages that only steer; they are removed before the conversation
 * @param summary selects the message that summarizes older ones; it is never removed
 * @param shedRank tools with a lower rank are hidden first
 * @param protectedToolNames tools that are hidden last
 * @param envelopeTokens tokens of each record's envelope, in addition to its content; the agent's
 *     own messages have none
 * @param toolText returns the text that a tool is measured by; null for name and description
 */
public record TrimmerOptions(
    @Nullable ToLongBiFunction<String, String> estimateTokens,
    String encoding,
    @Nullable Long outputReserve,
    double reserveFraction,
    boolean stripPriorTurnThoughts,
    Set<String> keepThoughtIds,
    Set<String> protectThoughtIds,
    int thisTurnResultKeep,
    Predicate<Message> ephemeral,
    Predicate<Message> summary,
    ToDoubleFunction<Tool> shedRank,
    Set<String> protectedToolNames,
    long envelopeTokens,
    @Nullable Function<Tool, String> toolText) {

  /** Upper bound of the tokens of a standard envelope with a keyed nonce. */
  public static final long STANDARD_ENVELOPE_TOKENS = 90;

  /** Prefix of the ids of messages that only steer. */
  public static final String EPHEMERAL_PREFIX = "__eph-";

  public TrimmerOptions {
    new Violations()
        .requiredText(encoding, "$.encoding")
        .check(
            outputReserve == null || outputReserve >= 0,
            "$.outputReserve",
            "range",
            "must be 0 or more")
        .check(
            reserveFraction >= 0 && reserveFraction <= 1,
            "$.reserveFraction",
            "range",
            "must be from 0 to 1")
        .check(thisTurnResultKeep >= 1, "$.thisTurnResultKeep", "range", "must be 1 or more")
        .check(envelopeTokens >= 0, "$.envelopeTokens", "range", "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    keepThoughtIds = Set.copyOf(keepThoughtIds);
    protectThoughtIds = Set.copyOf(protectThoughtIds);
    protectedToolNames = Set.copyOf(protectedToolNames);
  }

  /** Returns a builder with the default options. */
  public static Builder builder(@Nullable ToLongBiFunction<String, String> estimateTokens) {
    return new Builder(estimateTokens);
  }

  long reserve(long window) {
    Long stated = outputReserve;
    return Math.min(window, stated != null ? stated : (long) Math.ceil(reserveFraction * window));
  }

  /** Builds {@link TrimmerOptions}. Not thread-safe. */
  public static final class Builder {

    private final @Nullable ToLongBiFunction<String, String> estimateTokens;
    private String encoding = "cl100k_base";
    private @Nullable Long outputReserve;
    private double reserveFraction = 0.35;
    private boolean stripPriorTurnThoughts = true;
    private Set<String> keepThoughtIds = Set.of();
    private Set<String> protectThoughtIds = Set.of();
    private int thisTurnResultKeep = 3;
    private Predicate<Message> ephemeral = message -> message.id().startsWith(EPHEMERAL_PREFIX);
    private Predicate<Message> summary =
        message -> message.id().equals(ContextSummarizer.SUMMARY_ID);
    private ToDoubleFunction<Tool> shedRank = tool -> 0;
    private Set<String> protectedToolNames = Set.of();
    private long envelopeTokens;
    private @Nullable Function<Tool, String> toolText;

    private Builder(@Nullable ToLongBiFunction<String, String> estimateTokens) {
      this.estimateTokens = estimateTokens;
    }

    public Builder encoding(String encoding) {
      this.encoding = encoding;
      return this;
    }

    public Builder outputReserve(@Nullable Long outputReserve) {
      this.outputReserve = outputReserve;
      return this;
    }

    public Builder reserveFraction(double reserveFraction) {
      this.reserveFraction = reserveFraction;
      return this;
    }

    public Builder stripPriorTurnThoughts(boolean stripPriorTurnThoughts) {
      this.stripPriorTurnThoughts = stripPriorTurnThoughts;
      return this;
    }

    public Builder keepThoughtIds(Set<String> keepThoughtIds) {
      this.keepThoughtIds = keepThoughtIds;
      return this;
    }

    public Builder protectThoughtIds(Set<String> protectThoughtIds) {
      this.protectThoughtIds = protectThoughtIds;
      return this;
    }

    public Builder thisTurnResultKeep(int thisTurnResultKeep) {
      this.thisTurnResultKeep = thisTurnResultKeep;
      return this;
    }

    public Builder ephemeral(Predicate<Message> ephemeral) {
      this.ephemeral = ephemeral;
      return this;
    }

    public Builder summary(Predicate<Message> summary) {
      this.summary = summary;
      return this;
    }

    public Builder shedRank(ToDoubleFunction<Tool> shedRank) {
      this.shedRank = shedRank;
      return this;
    }

    public Builder protectedToolNames(Set<String> protectedToolNames) {
      this.protectedToolNames = protectedToolNames;
      return this;
    }

    public Builder envelopeTokens(long envelopeTokens) {
      this.envelopeTokens = envelopeTokens;
      return this;
    }

    public Builder toolText(@Nullable Function<Tool, String> toolText) {
      this.toolText = toolText;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION}
     */
    public TrimmerOptions build() {
      return new TrimmerOptions(
          estimateTokens,
          encoding,
          outputReserve,
          reserveFraction,
          stripPriorTurnThoughts,
          keepThoughtIds,
          protectThoughtIds,
          thisTurnResultKeep,
          ephemeral,
          summary,
          shedRank,
          protectedToolNames,
          envelopeTokens,
          toolText);
    }
  }
}
