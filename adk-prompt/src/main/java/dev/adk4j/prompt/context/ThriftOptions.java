package dev.adk4j.prompt.context;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.token.RenderContext;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How much is kept free and what is shed last. Immutable.
 *
 * @param estimateTokens required when shedding
 * @param outputReserve tokens kept for the answer; null for a share of the window
 * @param reserveFraction the share of the window kept for the answer, from 0 to 1
 * @param stripPriorTurnThoughts whether thoughts of earlier turns are always left out
 * @param keepThoughtIds thoughts of earlier turns that are not stripped
 * @param protectThoughtIds thoughts that are never shed
 * @param thisTurnResultKeep how many of this turn's newest tool results are kept
 * @param ephemeral which messages only steer, and go before the conversation does
 * @param summary which message stands for older ones, and is never shed
 * @param shedRank tools with a lower rank are hidden first
 * @param protectedToolNames tools that are hidden last
 * @param envelopeTokens what each record takes beside its content, for the envelope it is shown in;
 *     an assistant's messages have none
 * @param toolText what is measured of a tool; null for name and description
 * @param context what dynamic texts are rendered against
 */
public record ThriftOptions(
    @Nullable TokenEstimator estimateTokens,
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
    @Nullable Function<Tool, String> toolText,
    @Nullable RenderContext context) {

  /** No less than an envelope of the standard renderers takes, with keyed nonces. */
  public static final long STANDARD_ENVELOPE_TOKENS = 90;

  /** The beginning of the ids of messages that only steer. */
  public static final String EPHEMERAL_PREFIX = "__eph-";

  public ThriftOptions {
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

  public static ThriftOptions of(@Nullable TokenEstimator estimateTokens) {
    return new ThriftOptions(
        estimateTokens,
        "cl100k_base",
        null,
        0.35,
        true,
        Set.of(),
        Set.of(),
        3,
        message -> message.id().startsWith(EPHEMERAL_PREFIX),
        message -> message.id().equals(Compact.SUMMARY_ID),
        tool -> 0,
        Set.of(),
        0,
        null,
        null);
  }

  public Builder toBuilder() {
    return new Builder(this);
  }

  long reserve(long window) {
    Long stated = outputReserve;
    return stated != null
        ? Math.min(stated, window)
        : Math.min(window, (long) Math.ceil(reserveFraction * window));
  }

  /** Starts from other options and replaces what is set. Not thread-safe. */
  public static final class Builder {

    private @Nullable TokenEstimator estimateTokens;
    private String encoding;
    private @Nullable Long outputReserve;
    private double reserveFraction;
    private boolean stripPriorTurnThoughts;
    private Set<String> keepThoughtIds;
    private Set<String> protectThoughtIds;
    private int thisTurnResultKeep;
    private Predicate<Message> ephemeral;
    private Predicate<Message> summary;
    private ToDoubleFunction<Tool> shedRank;
    private Set<String> protectedToolNames;
    private long envelopeTokens;
    private @Nullable Function<Tool, String> toolText;
    private @Nullable RenderContext context;

    private Builder(ThriftOptions from) {
      this.estimateTokens = from.estimateTokens;
      this.encoding = from.encoding;
      this.outputReserve = from.outputReserve;
      this.reserveFraction = from.reserveFraction;
      this.stripPriorTurnThoughts = from.stripPriorTurnThoughts;
      this.keepThoughtIds = from.keepThoughtIds;
      this.protectThoughtIds = from.protectThoughtIds;
      this.thisTurnResultKeep = from.thisTurnResultKeep;
      this.ephemeral = from.ephemeral;
      this.summary = from.summary;
      this.shedRank = from.shedRank;
      this.protectedToolNames = from.protectedToolNames;
      this.envelopeTokens = from.envelopeTokens;
      this.toolText = from.toolText;
      this.context = from.context;
    }

    public Builder estimateTokens(@Nullable TokenEstimator estimateTokens) {
      this.estimateTokens = estimateTokens;
      return this;
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

    public Builder context(@Nullable RenderContext context) {
      this.context = context;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION}
     */
    public ThriftOptions build() {
      return new ThriftOptions(
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
          toolText,
          context);
    }
  }
}
