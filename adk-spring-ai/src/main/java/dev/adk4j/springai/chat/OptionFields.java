package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.springai.chat.LlmExecutorOptions.Builder;
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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Options that a patch can change, by name. */
final class OptionFields {

  private static final Kind<Boolean> FLAG = instance(Boolean.class, "true or false");
  private static final Kind<String> TEXT = instance(String.class, "text");
  private static final Kind<List<String>> TEXTS = list("a list of texts", TEXT);
  private static final Kind<Integer> INTEGER = instance(Integer.class, "a whole number");
  private static final Kind<Long> WHOLE = new Kind<>("a whole number", OptionFields::whole);
  private static final Kind<Double> NUMBER =
      new Kind<>(
          "a number", value -> value instanceof Number n ? Double.valueOf(n.doubleValue()) : null);
  private static final Kind<Duration> DURATION =
      new Kind<>("a Duration, or a whole number of milliseconds", OptionFields::duration);

  private static final Map<String, Field<?>> FIELDS = new HashMap<>();

  static {
    FIELDS.put("stream", FLAG.to(Builder::stream));
    FIELDS.put("autoAck", FLAG.to(Builder::autoAck));
    FIELDS.put("strictToolChoice", FLAG.to(Builder::strictToolChoice));
    FIELDS.put("groupParallelToolCalls", FLAG.to(Builder::groupParallelToolCalls));
    FIELDS.put("firstResponseTimeout", DURATION.to(Builder::firstResponseTimeout));
    FIELDS.put("streamIdleTimeout", DURATION.to(Builder::streamIdleTimeout));
    FIELDS.put("tokenEncoding", TEXT.orNull(Builder::tokenEncoding));
    FIELDS.put("contextWindow", WHOLE.orNull(Builder::contextWindow));
    FIELDS.put(
        "toolChoice",
        named(
                ToolChoice.class,
                "auto, none, required, function:NAME, allowed_tools:NAME,NAME or a ToolChoice",
                ToolChoice::parse)
            .orNull(Builder::toolChoice));
    FIELDS.put(
        "toolResults.errorDetail",
        constant(ToolResultOptions.ErrorDetail.class)
            .to((b, v) -> b.toolResults(new ToolResultOptions(v, b.toolResults.inlineUpTo()))));
    FIELDS.put(
        "toolResults.inlineUpTo",
        new Kind<>("a whole number of bytes", OptionFields::whole)
            .to((b, v) -> b.toolResults(new ToolResultOptions(b.toolResults.errorDetail(), v))));
    FIELDS.put(
        "reasoningParser",
        named(
                ReasoningParser.class,
                "none, think_tag, harmony_analysis, gemma_channel, auto or a ReasoningParser",
                name -> ReasoningParsers.named(name, true))
            .to(Builder::reasoningParser));
    FIELDS.put(
        "localToolCallParser",
        named(
                TextToolCallParser.class,
                "none, hermes, llama3_json, mistral, auto or a TextToolCallParser",
                TextToolCallParsers::named)
            .to(Builder::localToolCallParser));
    FIELDS.put("reasoningSources", TEXTS.to(Builder::reasoningSources));
    FIELDS.put(
        "toolCallAccumulator",
        instance(ToolCallAccumulator.Factory.class, "a ToolCallAccumulator.Factory")
            .to(Builder::toolCallAccumulator));
    FIELDS.put(
        "renderers",
        instance(PromptRenderers.Layer.class, "a PromptRenderers.Layer").to(Builder::renderers));
    FIELDS.put("parallelTools", INTEGER.to(Builder::parallelTools));
    FIELDS.put("answerMode", constant(AnswerMode.class).to(Builder::answerMode));
    FIELDS.put("cacheMarks", constant(CacheMarks.class).to(Builder::cacheMarks));

    FIELDS.put("retry.maxAttempts", INTEGER.to(retry(RetryOptions::withMaxAttempts)));
    FIELDS.put("retry.baseDelay", DURATION.to(retry(RetryOptions::withBaseDelay)));
    FIELDS.put("retry.maxDelay", DURATION.to(retry(RetryOptions::withMaxDelay)));
    FIELDS.put("retry.honorRetryAfter", FLAG.to(retry(RetryOptions::withHonorRetryAfter)));
    FIELDS.put(
        "retry.retriableStatuses",
        list("a list of whole numbers", INTEGER)
            .to(retry((r, list) -> r.withRetriableStatuses(new LinkedHashSet<>(list)))));

    FIELDS.put("options.model", TEXT.orNull(model(ChatOptions.Builder::model)));
    FIELDS.put("options.temperature", NUMBER.orNull(model(ChatOptions.Builder::temperature)));
    FIELDS.put("options.topP", NUMBER.orNull(model(ChatOptions.Builder::topP)));
    FIELDS.put("options.maxTokens", INTEGER.orNull(model(ChatOptions.Builder::maxTokens)));
    FIELDS.put("options.topK", INTEGER.orNull(model(ChatOptions.Builder::topK)));
    FIELDS.put(
        "options.frequencyPenalty", NUMBER.orNull(model(ChatOptions.Builder::frequencyPenalty)));
    FIELDS.put(
        "options.presencePenalty", NUMBER.orNull(model(ChatOptions.Builder::presencePenalty)));
    FIELDS.put("options.stopSequences", TEXTS.orNull(model(ChatOptions.Builder::stopSequences)));

    FIELDS.put("prompt.selfIdentity", TEXT.to(prompt(PromptOptions.Builder::selfIdentity)));
    FIELDS.put(
        "prompt.thoughtSurfacing",
        constant(PromptOptions.ThoughtSurfacing.class)
            .to(prompt(PromptOptions.Builder::thoughtSurfacing)));
    FIELDS.put(
        "prompt.trailingAssistant",
        constant(PromptOptions.TrailingAssistant.class)
            .to(prompt(PromptOptions.Builder::trailingAssistant)));
    FIELDS.put(
        "prompt.assistantMedia",
        constant(PromptOptions.AssistantMedia.class)
            .to(prompt(PromptOptions.Builder::assistantMedia)));
    FIELDS.put(
        "prompt.neutralization",
        constant(PromptOptions.Neutralization.class)
            .to(prompt(PromptOptions.Builder::neutralization)));
    FIELDS.put(
        "prompt.unsupportedMedia",
        instance(MediaPolicy.class, "a MediaPolicy")
            .to(prompt(PromptOptions.Builder::unsupportedMedia)));
    FIELDS.put(
        "prompt.replayCompatibility", TEXTS.to(prompt((p, tags) -> p.replayCompatibility(tags))));
    FIELDS.put(
        "prompt.bucketOrder",
        list("a list of buckets", new Kind<>("a bucket", OptionFields::bucket))
            .to(prompt((p, order) -> p.bucketOrder(order))));
  }

  private OptionFields() {}

  static void check(Map<String, ? extends @Nullable Object> values) {
    Violations violations = new Violations();
    values.forEach(
        (name, value) -> {
          Field<?> field = FIELDS.get(name);
          if (field == null) {
            violations.add("$." + name, "unknown", "is not an option");
          } else if (!field.takes(value)) {
            violations.add("$." + name, "type", "must be " + field.wanted());
          }
        });
    violations.throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
  }

  static void set(Builder builder, String name, @Nullable Object value) {
    Field<?> field = FIELDS.get(name);
    if (field != null) {
      field.set(builder, value);
    }
  }

  /**
   * Kind of value.
   *
   * @param wanted description of valid values, for messages
   * @param read converts a value; returns null for a wrong type
   */
  private record Kind<T>(String wanted, Function<Object, @Nullable T> read) {

    @SuppressWarnings("NullAway") // a required option is never set to null
    Field<T> to(BiConsumer<Builder, T> setter) {
      return new Field<>(this, false, (builder, value) -> setter.accept(builder, value));
    }

    Field<T> orNull(BiConsumer<Builder, @Nullable T> setter) {
      return new Field<>(this, true, setter);
    }
  }

  /** Option; {@code nullable} if null is a value. */
  private record Field<T>(Kind<T> kind, boolean nullable, BiConsumer<Builder, @Nullable T> setter) {

    String wanted() {
      return nullable ? kind.wanted + ", or null" : kind.wanted;
    }

    boolean takes(@Nullable Object value) {
      return value == null ? nullable : kind.read.apply(value) != null;
    }

    void set(Builder builder, @Nullable Object value) {
      setter.accept(builder, value == null ? null : kind.read.apply(value));
    }
  }

  private static <T extends @Nullable Object> BiConsumer<Builder, T> retry(
      BiFunction<RetryOptions, T, RetryOptions> with) {
    return (builder, value) -> builder.retry(with.apply(builder.retry, value));
  }

  private static <T extends @Nullable Object> BiConsumer<Builder, T> model(
      BiConsumer<ChatOptions.Builder<?>, T> setter) {
    return (builder, value) ->
        builder.model(builder.model.with(options -> setter.accept(options, value)));
  }

  private static <T> BiConsumer<Builder, T> prompt(BiConsumer<PromptOptions.Builder, T> setter) {
    return (builder, value) -> {
      PromptOptions.Builder prompt = builder.prompt.toBuilder();
      setter.accept(prompt, value);
      builder.prompt(prompt.build());
    };
  }

  private static <T> Kind<T> instance(Class<T> type, String wanted) {
    return new Kind<>(wanted, value -> type.isInstance(value) ? type.cast(value) : null);
  }

  /** Kind whose values have names; the reader returns null, or throws, for an unknown one. */
  private static <T> Kind<T> named(
      Class<T> type, String wanted, Function<String, @Nullable T> reader) {
    return new Kind<>(
        wanted,
        value -> {
          if (type.isInstance(value)) {
            return type.cast(value);
          }
          try {
            return value instanceof String name ? reader.apply(name) : null;
          } catch (AdkException e) {
            return null;
          }
        });
  }

  private static <E extends Enum<E>> Kind<E> constant(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    return named(
        type,
        "one of " + constants,
        given -> {
          String name = given.toUpperCase(Locale.ROOT).replace('-', '_');
          return constants.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
        });
  }

  private static @Nullable Long whole(Object value) {
    return value instanceof Integer || value instanceof Long
        ? Long.valueOf(((Number) value).longValue())
        : null;
  }

  private static @Nullable Duration duration(Object value) {
    Long millis = whole(value);
    return value instanceof Duration given
        ? given
        : millis == null ? null : Duration.ofMillis(millis);
  }

  private static PromptOptions.@Nullable Bucket bucket(Object value) {
    return switch (value) {
      case PromptOptions.Bucket bucket -> bucket;
      case String name -> PromptOptions.Bucket.of(name);
      default -> null;
    };
  }

  private static <T> Kind<List<T>> list(String wanted, Kind<T> element) {
    return new Kind<>(
        wanted, value -> value instanceof Collection<?> items ? list(items, element) : null);
  }

  private static <T> @Nullable List<T> list(Collection<?> items, Kind<T> element) {
    List<T> read = new ArrayList<>();
    for (Object item : items) {
      T one = item == null ? null : element.read.apply(item);
      if (one == null) {
        return null;
      }
      read.add(one);
    }
    return read;
  }
}
