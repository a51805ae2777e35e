package dev.adk4j.prompt;

import dev.adk4j.error.Violations;
import java.util.List;

/**
 * Policy for media that the model does not support.
 *
 * @param mode the first attempt
 * @param stashKeys the stash entries that may replace the media, best first; used only with {@link
 *     Mode#FALLBACK_STASH}
 * @since 0.1.0
 */
public record MediaPolicy(Mode mode, List<String> stashKeys) {

  /** Default keys, under which producers write captions, transcripts and descriptions. */
  public static final List<String> DEFAULT_KEYS =
      List.of("text:transcript", "text:caption", "text:description");

  public MediaPolicy {
    Violations violations = new Violations().required(mode, "$.mode").noNulls(stashKeys, "$.keys");
    if (stashKeys != null) {
      stashKeys.stream()
          .filter(key -> key != null && key.isEmpty())
          .forEach(key -> violations.add("$.keys", "empty", "must not contain an empty key"));
      violations.check(
          mode != Mode.FALLBACK_STASH || !stashKeys.isEmpty(),
          "$.keys",
          "empty",
          "needs at least one key");
    }
    violations.throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    stashKeys = List.copyOf(stashKeys);
  }

  /** First attempt for such media. */
  public enum Mode {
    /**
     * Throws {@code E_UNSUPPORTED_MEDIA_MODALITY}. For third-party media in a tool's result, does
     * the same as {@link #FALLBACK_STASH}, so that a server's result cannot fail each later turn.
     */
    THROW,
    /** Uses the first stash entry that has text; without one, the synthetic description. */
    FALLBACK_STASH,
    /** Uses name, type and size. */
    SYNTHETIC_DESCRIPTION
  }

  public static MediaPolicy throwing() {
    return new MediaPolicy(Mode.THROW, DEFAULT_KEYS);
  }

  public static MediaPolicy fallbackStash() {
    return fallbackStash(DEFAULT_KEYS);
  }

  public static MediaPolicy fallbackStash(List<String> keys) {
    return new MediaPolicy(Mode.FALLBACK_STASH, keys);
  }

  public static MediaPolicy syntheticDescription() {
    return new MediaPolicy(Mode.SYNTHETIC_DESCRIPTION, DEFAULT_KEYS);
  }
}
