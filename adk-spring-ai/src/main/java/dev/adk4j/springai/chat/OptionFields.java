package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.prompt.PromptOptions.AssistantMedia;
import dev.adk4j.prompt.PromptOptions.Neutralization;
import dev.adk4j.prompt.PromptOptions.ThoughtSurfacing;
import dev.adk4j.prompt.PromptOptions.TrailingAssistant;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.springai.dialect.CacheMarks;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.springai.text.ReasoningParser;
import dev.adk4j.springai.text.ReasoningParsers;
import dev.adk4j.springai.text.TextToolCallParser;
import dev.adk4j.springai.text.TextToolCallParsers;
import dev.adk4j.tool.ToolResultOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Options that a patch can change, by name. */
final class OptionFields {

  private static final Map<String, Field<?>> FIELDS = fields();

  private OptionFields() {}

  static void check(Map<String, ? extends @Nullable Object> values) {
    Violations violations = new Violations();
    values.forEach(
        (name, value) -> {
          Field<?> field = FIELDS.get(name);
          if (field == null) {
            violations.add("$." + name, "unknown", "is not an option");
          } else if (!field.takes(value)) {
            violations.add("$." + name, "type", "must be " + field.wanted);
          }
        });
    violations.throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
  }

  static void set(LlmExecutorOptions.Builder builder, String name, @Nullable Object value) {
    Field<?> field = FIELDS.get(name);
    if (field != null) {
      field.set(builder, value);
    }
  }

  /**
   * Option.
   *
   * @param wanted description of valid values, for messages
   * @param nullable true if null is a value
   * @param read converts a value; returns null for a wrong type
   */
  private record Field<T>(
      String wanted,
      boolean nullable,
      Function<Object, @Nullable T> read,
      BiConsumer<LlmExecutorOptions.Builder, @Nullable T> setter) {

    boolean takes(@Nullable Object value) {
      return value == null ? nullable : read.apply(value) != null;
    }

    void set(LlmExecutorOptions.Builder builder, @Nullable Object value) {
      setter.accept(builder, value == null ? null : read.apply(value));
    }
  }

  private static Map<String, Field<?>> fields() {
    Map<String, Field<?>> fields = new LinkedHashMap<>();
    fields.put("stream", flag(LlmExecutorOptions.Builder::stream));
    fields.put("autoAck", flag(LlmExecutorOptions.Builder::autoAck));
    fields.put("strictToolChoice", flag(LlmExecutorOptions.Builder::strictToolChoice));
    fields.put("groupParallelToolCalls", flag(LlmExecutorOptions.Builder::groupParallelToolCalls));
    fields.put("firstResponseTimeout", duration(LlmExecutorOptions.Builder::firstResponseTimeout));
    fields.put("streamIdleTimeout", duration(LlmExecutorOptions.Builder::streamIdleTimeout));
    fields.put(
        "tokenEncoding",
        new Field<String>(
            "text, or null", true, OptionFields::text, LlmExecutorOptions.Builder::tokenEncoding));
    fields.put(
        "contextWindow",
        new Field<Long>(
            "a whole number, or null",
            true,
            OptionFields::whole,
            LlmExecutorOptions.Builder::contextWindow));
    fields.put(
        "toolChoice",
        new Field<ToolChoice>(
            "auto, none, required, function:NAME, allowed_tools:NAME,NAME or a ToolChoice, or null",
            true,
            OptionFields::choice,
            LlmExecutorOptions.Builder::toolChoice));
    fields.put(
        "toolResults.errorDetail",
        constant(
            ToolResultOptions.ErrorDetail.class,
            (b, v) -> b.toolResults(new ToolResultOptions(v, b.toolResults().inlineUpTo()))));
    fields.put(
        "toolResults.inlineUpTo",
        required(
            "a whole number of bytes",
            OptionFields::whole,
            (b, v) -> b.toolResults(new ToolResultOptions(b.toolResults().errorDetail(), v))));
    fields.put(
        "reasoningParser",
        required(
            "none, think_tag, harmony_analysis, gemma_channel, auto or a ReasoningParser",
            OptionFields::reasoningParser,
            LlmExecutorOptions.Builder::reasoningParser));
    fields.put(
        "localToolCallParser",
        required(
            "none, hermes, llama3_json, mistral, auto or a TextToolCallParser",
            OptionFields::toolCallParser,
            LlmExecutorOptions.Builder::localToolCallParser));
    fields.put(
        "reasoningSources",
        required(
            "a list of text",
            value -> list(value, OptionFields::text),
            LlmExecutorOptions.Builder::reasoningSources));
    fields.put(
        "toolCallAccumulator",
        instance(
            ToolCallAccumulator.Factory.class, LlmExecutorOptions.Builder::toolCallAccumulator));
    fields.put(
        "renderers", instance(PromptRenderers.Layer.class, LlmExecutorOptions.Builder::renderers));
    fields.put(
        "parallelTools",
        required(
            "a whole number", OptionFields::integer, LlmExecutorOptions.Builder::parallelTools));
    fields.put("answerMode", constant(AnswerMode.class, LlmExecutorOptions.Builder::answerMode));
    fields.put("cacheMarks", constant(CacheMarks.class, LlmExecutorOptions.Builder::cacheMarks));
    retry(fields);
    model(fields);
    prompt(fields);
    return fields;
  }

  private static <T> Field<T> instance(
      Class<T> type, BiConsumer<LlmExecutorOptions.Builder, T> setter) {
    return required(
        "a " + type.getCanonicalName().substring(type.getPackageName().length() + 1),
        value -> type.isInstance(value) ? type.cast(value) : null,
        setter);
  }

  private static void retry(Map<String, Field<?>> fields) {
    fields.put(
        "retry.maxAttempts",
        required(
            "a whole number",
            OptionFields::integer,
            (b, n) -> b.retry(b.retry().withMaxAttempts(n))));
    fields.put("retry.baseDelay", duration((b, d) -> b.retry(b.retry().withBaseDelay(d))));
    fields.put("retry.maxDelay", duration((b, d) -> b.retry(b.retry().withMaxDelay(d))));
    fields.put(
        "retry.honorRetryAfter", flag((b, flag) -> b.retry(b.retry().withHonorRetryAfter(flag))));
    fields.put(
        "retry.retriableStatuses",
        required(
            "a list of whole numbers",
            value -> list(value, OptionFields::integer),
            (b, list) -> b.retry(b.retry().withRetriableStatuses(new LinkedHashSet<>(list)))));
  }

  private static void model(Map<String, Field<?>> fields) {
    fields.put(
        "options.model",
        new Field<String>(
            "text, or null", true, OptionFields::text, (b, v) -> b.model(b.model().withModel(v))));
    fields.put(
        "options.temperature",
        new Field<Double>(
            "a number, or null",
            true,
            OptionFields::number,
            (b, v) -> b.model(b.model().withTemperature(v))));
    fields.put(
        "options.topP",
        new Field<Double>(
            "a number, or null",
            true,
            OptionFields::number,
            (b, v) -> b.model(b.model().withTopP(v))));
    fields.put(
        "options.maxTokens",
        new Field<Integer>(
            "a whole number, or null",
            true,
            OptionFields::integer,
            (b, v) -> b.model(b.model().withMaxTokens(v))));
    fields.put(
        "options.topK",
        new Field<Integer>(
            "a whole number, or null",
            true,
            OptionFields::integer,
            (b, v) -> b.model(b.model().withTopK(v))));
    fields.put(
        "options.frequencyPenalty",
        new Field<Double>(
            "a number, or null",
            true,
            OptionFields::number,
            (b, v) -> b.model(b.model().withFrequencyPenalty(v))));
    fields.put(
        "options.presencePenalty",
        new Field<Double>(
            "a number, or null",
            true,
            OptionFields::number,
            (b, v) -> b.model(b.model().withPresencePenalty(v))));
    fields.put(
        "options.stopSequences",
        new Field<List<String>>(
            "a list of texts, or null",
            true,
            value -> list(value, OptionFields::text),
            (b, v) -> b.model(b.model().withStopSequences(v))));
  }

  private static void prompt(Map<String, Field<?>> fields) {
    fields.put(
        "prompt.selfIdentity",
        required("text", OptionFields::text, prompt(PromptOptions.Builder::selfIdentity)));
    fields.put(
        "prompt.thoughtSurfacing",
        constant(ThoughtSurfacing.class, prompt(PromptOptions.Builder::thoughtSurfacing)));
    fields.put(
        "prompt.trailingAssistant",
        constant(TrailingAssistant.class, prompt(PromptOptions.Builder::trailingAssistant)));
    fields.put(
        "prompt.assistantMedia",
        constant(AssistantMedia.class, prompt(PromptOptions.Builder::assistantMedia)));
    fields.put(
        "prompt.neutralization",
        constant(Neutralization.class, prompt(PromptOptions.Builder::neutralization)));
    fields.put(
        "prompt.unsupportedMedia",
        required(
            "a MediaPolicy",
            value -> value instanceof MediaPolicy policy ? policy : null,
            prompt(PromptOptions.Builder::unsupportedMedia)));
    fields.put(
        "prompt.replayCompatibility",
        required(
            "a list of texts",
            value -> list(value, OptionFields::text),
            (b, tags) -> b.prompt(b.prompt().toBuilder().replayCompatibility(tags).build())));
    fields.put(
        "prompt.bucketOrder",
        required(
            "a list of buckets",
            value -> list(value, OptionFields::bucket),
            (b, order) -> b.prompt(b.prompt().toBuilder().bucketOrder(order).build())));
  }

  private static <T> BiConsumer<LlmExecutorOptions.Builder, T> prompt(
      BiConsumer<PromptOptions.Builder, T> setter) {
    return (builder, value) -> {
      PromptOptions.Builder prompt = builder.prompt().toBuilder();
      setter.accept(prompt, value);
      builder.prompt(prompt.build());
    };
  }

  private static Field<Boolean> flag(BiConsumer<LlmExecutorOptions.Builder, Boolean> setter) {
    return required("true or false", value -> value instanceof Boolean b ? b : null, setter);
  }

  private static Field<Duration> duration(BiConsumer<LlmExecutorOptions.Builder, Duration> setter) {
    return required(
        "a Duration, or a whole number of milliseconds",
        value -> {
          if (value instanceof Duration duration) {
            return duration;
          }
          Long millis = whole(value);
          return millis == null ? null : Duration.ofMillis(millis);
        },
        setter);
  }

  private static <E extends Enum<E>> Field<E> constant(
      Class<E> type, BiConsumer<LlmExecutorOptions.Builder, E> setter) {
    return required(
        "one of " + List.of(type.getEnumConstants()),
        value -> {
          if (type.isInstance(value)) {
            return type.cast(value);
          }
          String name =
              value instanceof String text ? text.toUpperCase(Locale.ROOT).replace('-', '_') : "";
          for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
              return constant;
            }
          }
          return null;
        },
        setter);
  }

  @SuppressWarnings("NullAway") // a required option is never set to null
  private static <T> Field<T> required(
      String wanted,
      Function<Object, @Nullable T> read,
      BiConsumer<LlmExecutorOptions.Builder, T> setter) {
    return new Field<>(wanted, false, read, (builder, value) -> setter.accept(builder, value));
  }

  private static @Nullable String text(Object value) {
    return value instanceof String text ? text : null;
  }

  private static @Nullable Double number(Object value) {
    return value instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
  }

  private static @Nullable Long whole(Object value) {
    return value instanceof Integer || value instanceof Long
        ? Long.valueOf(((Number) value).longValue())
        : null;
  }

  private static @Nullable Integer integer(Object value) {
    return value instanceof Integer number ? number : null;
  }

  private static @Nullable ToolChoice choice(Object value) {
    return switch (value) {
      case ToolChoice choice -> choice;
      case String text -> known(text, ToolChoice::parse);
      default -> null;
    };
  }

  private static @Nullable ReasoningParser reasoningParser(Object value) {
    return switch (value) {
      case ReasoningParser parser -> parser;
      case String name -> known(name, known -> ReasoningParsers.named(known, true));
      default -> null;
    };
  }

  private static @Nullable TextToolCallParser toolCallParser(Object value) {
    return switch (value) {
      case TextToolCallParser parser -> parser;
      case String name -> known(name, TextToolCallParsers::named);
      default -> null;
    };
  }

  /** Returns the value of a name, or null if the name is unknown. */
  private static <T> @Nullable T known(String name, Function<String, T> reader) {
    try {
      return reader.apply(name);
    } catch (AdkException e) {
      return null;
    }
  }

  private static PromptOptions.@Nullable Bucket bucket(Object value) {
    return switch (value) {
      case PromptOptions.Bucket bucket -> bucket;
      case String name -> PromptOptions.Bucket.of(name);
      default -> null;
    };
  }

  /** Converts a list. Returns null if an element has a wrong type. */
  private static <T> @Nullable List<T> list(Object value, Function<Object, @Nullable T> element) {
    if (!(value instanceof Collection<?> items)) {
      return null;
    }
    List<T> read = new ArrayList<>();
    for (Object item : items) {
      T one = item == null ? null : element.apply(item);
      if (one == null) {
        return null;
      }
      read.add(one);
    }
    return read;
  }
}
