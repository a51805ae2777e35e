package dev.adk4j.memory.injection;

import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings for injection of memories into turns. Immutable.
 *
 * <p>A memory is not added if the turn already has its id. The stash contains the list of injected
 * memories under {@link #PROVENANCE}: maps with {@code memoryId}, {@code storeName}, {@code
 * metadata} and {@code relevance}.
 *
 * @param enabled true to enable injection
 * @param timing time of the search
 * @param trigger decides if memories are searched
 * @param query derives the query from the conversation
 * @param maxEntries largest number of memories
 * @param maxCharacters largest total number of characters of all memories; memories that do not fit
 *     are omitted
 * @param lifetime lifetime of the memories
 * @param merge order in which the stores' entries are used
 * @param dedupe rule for equal entries
 * @param scorer scores the entries
 * @param minConfidence lowest confidence of a memory; null for any
 * @param minImportance lowest importance of a memory; null for any
 * @since 0.1.0
 */
public record InjectionSettings(
    boolean enabled,
    Timing timing,
    Trigger trigger,
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

  /** Stash key of the list of injected memories. */
  public static final String PROVENANCE = "adk.memory.provenance";

  /** Default settings. */
  public static final InjectionSettings DEFAULT = builder().build();

  /** Disables injection. */
  public static final InjectionSettings OFF = builder().enabled(false).build();

  public InjectionSettings {
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
        .throwIfAny(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
  }

  private static boolean isUnit(@Nullable Double value) {
    return value == null || (value >= 0 && value <= 1);
  }

  /** Time of the search. */
  public enum Timing {
    /** Once, at the start of the turn. */
    USER_TURN,
    /** At the start of the turn and before every further iteration of its dispatch. */
    EVERY_CALL
  }

  /** Lifetime of injected memories. */
  public enum Lifetime {
    /** All iterations of the turn. */
    TURN,
    /** The first iteration only. */
    CALL
  }

  /** Order in which the stores' entries are used. */
  public enum Merge {
    /** Store by store; the first stores may use the whole limit. */
    CONCAT,
    /** The best entry of each store in turn. */
    INTERLEAVE,
    /** By confidence times importance, highest first. */
    SCORE
  }

  /** Rule for equal entries. Entries with equal ids are always merged. */
  public enum Dedupe {
    /** Keeps entries with equal text. */
    NONE,
    /** Keeps the first of several entries with equal text, ignoring whitespace. */
    CONTENT
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Builds settings; the record documents each value. Not thread-safe. */
  public static final class Builder {

    private boolean enabled = true;
    private Timing timing = Timing.USER_TURN;
    private Trigger trigger =
        (ctx, messages) -> !messages.isEmpty() && messages.getLast().role() == MessageRole.USER;
    private MemoryQueryDeriver query = new NewestText();
    private int maxEntries = 5;
    private int maxCharacters = 20_000;
    private Lifetime lifetime = Lifetime.TURN;
    private Merge merge = Merge.CONCAT;
    private Dedupe dedupe = Dedupe.NONE;
    private MemoryScorer scorer = MemoryScorer.DEFAULT;
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

    /** Sets the trigger. Default: the newest message must be the user's. */
    public Builder trigger(Trigger trigger) {
      this.trigger = trigger;
      return this;
    }

    /** Sets the query. Default: the newest message's text. */
    public Builder query(MemoryQueryDeriver query) {
      this.query = query;
      return this;
    }

    /** Sets the largest number of memories, up to 100. Default: 5. */
    public Builder maxEntries(int maxEntries) {
      this.maxEntries = maxEntries;
      return this;
    }

    /** Sets the largest number of characters, up to 1,000,000. Default: 20,000. */
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

    /** Throws {@code E_INVALID_MEMORY_MANAGER_CONFIG} with all violations. */
    public InjectionSettings build() {
      return new InjectionSettings(
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

  /** Decides if memories are searched for a turn. Must be thread-safe. */
  @FunctionalInterface
  public interface Trigger {

    /**
     * Returns true to search. An exception counts as false.
     *
     * @param messages the conversation's messages, oldest first
     */
    boolean test(AgentContext ctx, List<Message> messages) throws Exception;
  }

  /** Derives the query of a memory search from a conversation. Must be thread-safe. */
  @FunctionalInterface
  public interface MemoryQueryDeriver {

    /**
     * Returns the query; empty or blank for no search. An exception counts as empty.
     *
     * @param messages the conversation's messages, oldest first
     */
    Optional<String> derive(AgentContext ctx, List<Message> messages) throws Exception;
  }
}
