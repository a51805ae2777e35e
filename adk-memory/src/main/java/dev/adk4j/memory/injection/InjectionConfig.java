package dev.adk4j.memory.injection;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.primitive.MessageRole;
import org.jspecify.annotations.Nullable;

/**
 * How memories get into turns. Immutable.
 *
 * @param enabled whether they do at all
 * @param timing when they are looked for
 * @param trigger whether they are looked for, at that time
 * @param query what is looked for
 * @param maxEntries how many at most
 * @param maxCharacters how many characters they have together at most; those that do not fit are
 *     left out
 * @param lifetime how long they stay
 * @param merge in which order the stores' entries are taken
 * @param dedupe which of them count as the same
 * @param scorer how they are weighed
 * @param minConfidence the least confidence an injected memory has; null for any
 * @param minImportance the least importance an injected memory has; null for any
 */
public record InjectionConfig(
    boolean enabled,
    Timing timing,
    InjectionTrigger trigger,
    MemoryQueryDeriver query,
    int maxEntries,
    int maxCharacters,
    Lifetime lifetime,
    Merge merge,
    Dedupe dedupe,
    MemoryScorer scorer,
    @Nullable Double minConfidence,
    @Nullable Double minImportance) {

  private static final int MAX_ENTRIES = 100;
  private static final int MAX_CHARACTERS = 1_000_000;

  public static final InjectionConfig DEFAULT = builder().build();
  public static final InjectionConfig OFF = builder().enabled(false).build();

  public InjectionConfig {
    new Violations()
        .check(
            maxEntries >= 1 && maxEntries <= MAX_ENTRIES,
            "$.maxEntries",
            "range",
            "must be from 1 to " + MAX_ENTRIES + ", was " + maxEntries)
        .check(
            maxCharacters >= 1 && maxCharacters <= MAX_CHARACTERS,
            "$.maxCharacters",
            "range",
            "must be from 1 to " + MAX_CHARACTERS + ", was " + maxCharacters)
        .check(isUnit(minConfidence), "$.minConfidence", "range", "must be from 0 to 1")
        .check(isUnit(minImportance), "$.minImportance", "range", "must be from 0 to 1")
        .throwIfAny(AdkErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
  }

  private static boolean isUnit(@Nullable Double value) {
    return value == null || (value >= 0 && value <= 1);
  }

  /** When memories are looked for. */
  public enum Timing {
    /** Once, when the turn begins. */
    USER_TURN,
    /** And again before every further iteration of its dispatch. */
    EVERY_CALL
  }

  /** How long memories stay. */
  public enum Lifetime {
    /** For all iterations of the turn. */
    TURN,
    /** For the first iteration. */
    CALL
  }

  /** In which order the stores' entries are taken. */
  public enum Merge {
    /** One store after the other, so that the first ones may use up all places. */
    CONCAT,
    /** The best of each store in turn. */
    INTERLEAVE,
    /** By confidence times importance. */
    SCORE
  }

  /** Which entries count as the same, beside those of the same id. */
  public enum Dedupe {
    NONE,
    /** Those with the same text, spaces aside; the first is kept. */
    CONTENT
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Not thread-safe. */
  public static final class Builder {

    private boolean enabled = true;
    private Timing timing = Timing.USER_TURN;
    private InjectionTrigger trigger =
        (ctx, messages) -> !messages.isEmpty() && messages.getLast().role() == MessageRole.USER;
    private MemoryQueryDeriver query = new NewestText();
    private int maxEntries = 5;
    private int maxCharacters = 20_000;
    private Lifetime lifetime = Lifetime.TURN;
    private Merge merge = Merge.CONCAT;
    private Dedupe dedupe = Dedupe.NONE;
    private MemoryScorer scorer = DefaultMemoryScorer.DEFAULT;
    private @Nullable Double minConfidence;
    private @Nullable Double minImportance;

    private Builder() {}

    public Builder enabled(boolean enabled) {
      this.enabled = enabled;
      return this;
    }

    public Builder timing(Timing timing) {
      this.timing = timing;
      return this;
    }

    /** Where the user spoke last unless told otherwise. */
    public Builder trigger(InjectionTrigger trigger) {
      this.trigger = trigger;
      return this;
    }

    /** The newest message's text unless told otherwise. */
    public Builder query(MemoryQueryDeriver query) {
      this.query = query;
      return this;
    }

    /** 5 unless told otherwise; 100 at most. */
    public Builder maxEntries(int maxEntries) {
      this.maxEntries = maxEntries;
      return this;
    }

    /** 20,000 unless told otherwise; a million at most. */
    public Builder maxCharacters(int maxCharacters) {
      this.maxCharacters = maxCharacters;
      return this;
    }

    public Builder lifetime(Lifetime lifetime) {
      this.lifetime = lifetime;
      return this;
    }

    public Builder merge(Merge merge) {
      this.merge = merge;
      return this;
    }

    public Builder dedupe(Dedupe dedupe) {
      this.dedupe = dedupe;
      return this;
    }

    public Builder scorer(MemoryScorer scorer) {
      this.scorer = scorer;
      return this;
    }

    public Builder minConfidence(@Nullable Double minConfidence) {
      this.minConfidence = minConfidence;
      return this;
    }

    public Builder minImportance(@Nullable Double minImportance) {
      this.minImportance = minImportance;
      return this;
    }

    /** {@code E_INVALID_MEMORY_MANAGER_CONFIG} naming everything that is wrong. */
    public InjectionConfig build() {
      return new InjectionConfig(
          enabled,
          timing,
          trigger,
          query,
          maxEntries,
          maxCharacters,
          lifetime,
          merge,
          dedupe,
          scorer,
          minConfidence,
          minImportance);
    }
  }
}
