package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Holds a provider's statistics of one generation; every field may be absent. Durations are in
 * nanoseconds, as given by the provider.
 *
 * @param promptTokens all tokens of the prompt, including cached ones
 * @param cacheReadTokens prompt tokens that were read from the provider's cache
 * @param cacheWriteTokens prompt tokens that were written to the provider's cache
 * @param reasoningTokens tokens of reasoning, which some providers include in the total only
 * @param raw the provider's own statistics, unchanged
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GenerationStats(
    @Nullable Long promptTokens,
    @Nullable Long completionTokens,
    @Nullable Long totalTokens,
    @Nullable Long cacheReadTokens,
    @Nullable Long cacheWriteTokens,
    @Nullable Long reasoningTokens,
    @Nullable Long totalDurationNs,
    @Nullable Long loadDurationNs,
    @Nullable Long promptEvalDurationNs,
    @Nullable Long evalDurationNs,
    @Nullable String finishReason,
    @Nullable String model,
    @Nullable String provider,
    @JsonIgnore @Nullable JsonValue raw) {

  /** Returns token counts of a model, without other fields. */
  public static GenerationStats tokens(String model, long promptTokens, long completionTokens) {
    return builder()
        .model(model)
        .promptTokens(promptTokens)
        .completionTokens(completionTokens)
        .totalTokens(promptTokens + completionTokens)
        .build();
  }

  /** Returns statistics without any field. */
  public static GenerationStats none() {
    return builder().build();
  }

  /**
   * Returns the sum of both generations. A value that is present on one side only is kept; finish
   * reason, model and provider are the later one's. {@code raw} is dropped, since it belongs to one
   * generation.
   */
  public GenerationStats plus(GenerationStats later) {
    return new GenerationStats(
        sum(promptTokens, later.promptTokens),
        sum(completionTokens, later.completionTokens),
        sum(totalTokens, later.totalTokens),
        sum(cacheReadTokens, later.cacheReadTokens),
        sum(cacheWriteTokens, later.cacheWriteTokens),
        sum(reasoningTokens, later.reasoningTokens),
        sum(totalDurationNs, later.totalDurationNs),
        sum(loadDurationNs, later.loadDurationNs),
        sum(promptEvalDurationNs, later.promptEvalDurationNs),
        sum(evalDurationNs, later.evalDurationNs),
        later.finishReason == null ? finishReason : later.finishReason,
        later.model == null ? model : later.model,
        later.provider == null ? provider : later.provider,
        null);
  }

  /**
   * Returns all tokens of the generation, including thinking: the total, or the sum of the parts if
   * there is no total; null if nothing was counted.
   */
  public @Nullable Long countedTokens() {
    return totalTokens == null ? sum(promptTokens, completionTokens) : totalTokens;
  }

  private static @Nullable Long sum(@Nullable Long a, @Nullable Long b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a + b;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Builds {@link GenerationStats}. */
  public static final class Builder {
    private @Nullable Long promptTokens;
    private @Nullable Long completionTokens;
    private @Nullable Long totalTokens;
    private @Nullable Long cacheReadTokens;
    private @Nullable Long cacheWriteTokens;
    private @Nullable Long reasoningTokens;
    private @Nullable Long totalDurationNs;
    private @Nullable Long loadDurationNs;
    private @Nullable Long promptEvalDurationNs;
    private @Nullable Long evalDurationNs;
    private @Nullable String finishReason;
    private @Nullable String model;
    private @Nullable String provider;
    private @Nullable JsonValue raw;

    private Builder() {}

    public Builder promptTokens(@Nullable Long promptTokens) {
      this.promptTokens = promptTokens;
      return this;
    }

    public Builder completionTokens(@Nullable Long completionTokens) {
      this.completionTokens = completionTokens;
      return this;
    }

    public Builder totalTokens(@Nullable Long totalTokens) {
      this.totalTokens = totalTokens;
      return this;
    }

    public Builder cacheReadTokens(@Nullable Long cacheReadTokens) {
      this.cacheReadTokens = cacheReadTokens;
      return this;
    }

    public Builder cacheWriteTokens(@Nullable Long cacheWriteTokens) {
      this.cacheWriteTokens = cacheWriteTokens;
      return this;
    }

    public Builder reasoningTokens(@Nullable Long reasoningTokens) {
      this.reasoningTokens = reasoningTokens;
      return this;
    }

    public Builder totalDurationNs(@Nullable Long totalDurationNs) {
      this.totalDurationNs = totalDurationNs;
      return this;
    }

    public Builder loadDurationNs(@Nullable Long loadDurationNs) {
      this.loadDurationNs = loadDurationNs;
      return this;
    }

    public Builder promptEvalDurationNs(@Nullable Long promptEvalDurationNs) {
      this.promptEvalDurationNs = promptEvalDurationNs;
      return this;
    }

    public Builder evalDurationNs(@Nullable Long evalDurationNs) {
      this.evalDurationNs = evalDurationNs;
      return this;
    }

    public Builder finishReason(@Nullable String finishReason) {
      this.finishReason = finishReason;
      return this;
    }

    public Builder model(@Nullable String model) {
      this.model = model;
      return this;
    }

    public Builder provider(@Nullable String provider) {
      this.provider = provider;
      return this;
    }

    public Builder raw(@Nullable JsonValue raw) {
      this.raw = raw;
      return this;
    }

    public GenerationStats build() {
      return new GenerationStats(
          promptTokens,
          completionTokens,
          totalTokens,
          cacheReadTokens,
          cacheWriteTokens,
          reasoningTokens,
          totalDurationNs,
          loadDurationNs,
          promptEvalDurationNs,
          evalDurationNs,
          finishReason,
          model,
          provider,
          raw);
    }
  }
}
