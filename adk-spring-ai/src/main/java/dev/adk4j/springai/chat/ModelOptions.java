package dev.adk4j.springai.chat;

import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Portable options of a request. A null value keeps the model's configured option.
 *
 * @param model name of the model
 * @param temperature 0 to 2
 * @param topP 0 to 1
 * @param topK 1 or more; not supported by all providers
 * @param maxTokens 1 or more
 * @param frequencyPenalty -2 to 2; not supported by all providers
 * @param presencePenalty -2 to 2; not supported by all providers
 * @param stopSequences replace those of the model
 * @since 0.1.0
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

  /** Options that keep all of the model's options. */
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
        .throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
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

  /** Returns changed options, such as {@code NONE.with(o -> o.temperature(0.2))}. */
  public ModelOptions with(Consumer<ChatOptions.Builder<?>> change) {
    ChatOptions.Builder<?> builder = ChatOptions.builder();
    applyTo(builder);
    change.accept(builder);
    ChatOptions copy = builder.build();
    return new ModelOptions(
        copy.getModel(),
        copy.getTemperature(),
        copy.getTopP(),
        copy.getTopK(),
        copy.getMaxTokens(),
        copy.getFrequencyPenalty(),
        copy.getPresencePenalty(),
        copy.getStopSequences());
  }

  /** Sets all options that are not null. */
  void applyTo(ChatOptions.Builder<?> options) {
    set(model, options::model);
    set(temperature, options::temperature);
    set(topP, options::topP);
    set(topK, options::topK);
    set(maxTokens, options::maxTokens);
    set(frequencyPenalty, options::frequencyPenalty);
    set(presencePenalty, options::presencePenalty);
    set(stopSequences, options::stopSequences);
  }

  private static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  /**
   * Rejects options that a provider's class does not support, because Spring AI silently drops
   * them.
   *
   * @param built result of applying these options
   */
  void requireTaken(ChatOptions built, ChatModel model) {
    Violations violations = new Violations();
    taken(violations, "model", this.model, built::getModel, model);
    taken(violations, "temperature", temperature, built::getTemperature, model);
    taken(violations, "topP", topP, built::getTopP, model);
    taken(violations, "topK", topK, built::getTopK, model);
    taken(violations, "maxTokens", maxTokens, built::getMaxTokens, model);
    taken(violations, "frequencyPenalty", frequencyPenalty, built::getFrequencyPenalty, model);
    taken(violations, "presencePenalty", presencePenalty, built::getPresencePenalty, model);
    taken(violations, "stopSequences", stopSequences, built::getStopSequences, model);
    violations.throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
  }

  private static void taken(
      Violations violations,
      String name,
      @Nullable Object wanted,
      Supplier<@Nullable Object> built,
      ChatModel model) {
    violations.check(
        wanted == null || built.get() != null,
        "$.options." + name,
        "unknown",
        "is not an option of " + model.getClass().getName());
  }
}
