package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * What every provider understands; null leaves what the model was configured with.
 *
 * @param temperature 0 to 2
 * @param topP 0 to 1
 * @param topK 1 or more; not every provider has it
 * @param maxTokens 1 or more
 * @param frequencyPenalty -2 to 2; not every provider has it
 * @param presencePenalty -2 to 2; not every provider has it
 * @param stopSequences replaces those of the model
 */
public record ModelOptions(
    @Nullable String model,
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Integer topK,
    @Nullable Integer maxTokens,
    @Nullable Double frequencyPenalty,
    @Nullable Double presencePenalty,
    @Nullable List<String> stopSequences) {

  /** The model's own. */
  public static final ModelOptions NONE =
      new ModelOptions(null, null, null, null, null, null, null, null);

  public ModelOptions {
    Violations violations = new Violations().optionalText(model, "$.options.model");
    range(violations, "temperature", temperature, 0, 2);
    range(violations, "topP", topP, 0, 1);
    range(violations, "frequencyPenalty", frequencyPenalty, -2, 2);
    range(violations, "presencePenalty", presencePenalty, -2, 2);
    violations
        .check(topK == null || topK >= 1, "$.options.topK", "range", "must be at least 1")
        .check(
            maxTokens == null || maxTokens >= 1,
            "$.options.maxTokens",
            "range",
            "must be at least 1")
        .throwIfAny(AdkErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    stopSequences = stopSequences == null ? null : List.copyOf(stopSequences);
  }

  private static void range(
      Violations violations, String name, @Nullable Double value, double from, double to) {
    violations.check(
        value == null || (value >= from && value <= to),
        "$.options." + name,
        "range",
        "must be " + (int) from + " to " + (int) to);
  }

  /** With another model. So do the other {@code with} methods for theirs. */
  public ModelOptions withModel(@Nullable String model) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withTemperature(@Nullable Double temperature) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withTopP(@Nullable Double topP) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withTopK(@Nullable Integer topK) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withFrequencyPenalty(@Nullable Double frequencyPenalty) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withPresencePenalty(@Nullable Double presencePenalty) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withMaxTokens(@Nullable Integer maxTokens) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  public ModelOptions withStopSequences(@Nullable List<String> stopSequences) {
    return new ModelOptions(
        model,
        temperature,
        topP,
        topK,
        maxTokens,
        frequencyPenalty,
        presencePenalty,
        stopSequences);
  }

  /** Sets what is not null, and nothing else. */
  void applyTo(ChatOptions.Builder<?> options) {
    if (model != null) {
      options.model(model);
    }
    if (temperature != null) {
      options.temperature(temperature);
    }
    if (topP != null) {
      options.topP(topP);
    }
    if (topK != null) {
      options.topK(topK);
    }
    if (maxTokens != null) {
      options.maxTokens(maxTokens);
    }
    if (frequencyPenalty != null) {
      options.frequencyPenalty(frequencyPenalty);
    }
    if (presencePenalty != null) {
      options.presencePenalty(presencePenalty);
    }
    if (stopSequences != null) {
      options.stopSequences(stopSequences);
    }
  }
}
