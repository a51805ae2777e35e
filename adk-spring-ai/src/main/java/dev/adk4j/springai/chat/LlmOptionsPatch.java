package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes to options. Options have the names of {@link LlmExecutorOptions}; nested options are
 * prefixed with the name of their part: {@code retry.maxAttempts}, {@code options.temperature},
 * {@code prompt.selfIdentity}. Null is a value, too: for {@code tokenEncoding}, it disables
 * measurement. Immutable.
 *
 * @since 0.1.0
 */
public final class LlmOptionsPatch {

  /** Patch without changes. */
  public static final LlmOptionsPatch NONE = new LlmOptionsPatch(Map.of());

  private final Map<String, @Nullable Object> values;

  private LlmOptionsPatch(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  /**
   * Returns a patch. Nested maps are equivalent to dotted names. Converts only texts to enums, and
   * numbers of milliseconds to durations.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} with all options that are unknown
   *     or have a value of a wrong type
   */
  public static LlmOptionsPatch of(Map<String, ? extends @Nullable Object> values) {
    return flat(values);
  }

  /** Returns this patch with one additional option. */
  public LlmOptionsPatch with(String option, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
    more.put(option, value);
    return of(more);
  }

  /** Returns this patch without an option. */
  LlmOptionsPatch without(String option) {
    Map<String, @Nullable Object> fewer = new LinkedHashMap<>(values);
    fewer.remove(option);
    return new LlmOptionsPatch(fewer);
  }

  /**
   * Returns changed options.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} if the result is not valid
   */
  public LlmExecutorOptions applyTo(LlmExecutorOptions options) {
    if (values.isEmpty()) {
      return options;
    }
    LlmExecutorOptions.Builder builder = options.toBuilder();
    values.forEach((name, value) -> OptionFields.set(builder, name, value));
    return builder.build();
  }

  static LlmOptionsPatch fromStash(DispatchContext ctx) {
    Object value = ctx.stash().get(ChatModelExecutor.STASH_KEY);
    return switch (value) {
      case null -> NONE;
      case LlmOptionsPatch patch -> patch;
      case Map<?, ?> map -> flat(map);
      default ->
          throw new AdkException(
              LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
              "The stash contains a %s under '%s'; it must be an LlmOptionsPatch or a map."
                  .formatted(value.getClass().getName(), ChatModelExecutor.STASH_KEY));
    };
  }

  private static LlmOptionsPatch flat(Map<?, ?> values) {
    Map<String, @Nullable Object> flat = new LinkedHashMap<>();
    flatten("", values, flat);
    OptionFields.check(flat);
    return new LlmOptionsPatch(flat);
  }

  private static void flatten(String prefix, Map<?, ?> values, Map<String, @Nullable Object> flat) {
    values.forEach(
        (key, value) -> {
          String name = prefix + key;
          if (value instanceof Map<?, ?> nested) {
            flatten(name + ".", nested, flat);
          } else {
            flat.put(name, value);
          }
        });
  }
}
