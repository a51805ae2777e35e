package dev.adk4j.prompt;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.List;

/**
 * What is done with media that the model cannot take.
 *
 * @param mode what is tried first
 * @param stashKeys the stash entries that may stand for the media, best first; not used with other
 *     modes than {@link Mode#FALLBACK_STASH}
 */
public record MediaPolicy(Mode mode, List<String> stashKeys) {

  /** What producers write captions, transcripts and descriptions under. */
  public static final List<String> DEFAULT_KEYS =
      List.of("text:transcript", "text:caption", "text:description");

  public MediaPolicy {
    Violations violations = new Violations().required(mode, "$.mode").noNulls(stashKeys, "$.keys");
    if (stashKeys != null) {
      stashKeys.stream()
          .filter(key -> key != null && key.isEmpty())
          .forEach(key -> violations.add("$.keys", "empty", "must not hold an empty key"));
      violations.check(
          mode != Mode.FALLBACK_STASH || !stashKeys.isEmpty(),
          "$.keys",
          "empty",
          "needs at least one key");
    }
    violations.throwIfAny(AdkErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    stashKeys = List.copyOf(stashKeys);
  }

  /** The first step. */
  public enum Mode {
    /**
     * {@code E_UNSUPPORTED_MEDIA_MODALITY}; for media of a third party in a tool's result the same
     * as {@link #FALLBACK_STASH}, so that a server's answer cannot end each later turn.
     */
    THROW,
    /** The first stash entry that has text; where none has, the synthetic description. */
    FALLBACK_STASH,
    /** Name, type and size. */
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
