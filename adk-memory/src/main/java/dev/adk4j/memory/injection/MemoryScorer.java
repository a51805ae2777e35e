package dev.adk4j.memory.injection;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import java.time.Duration;
import java.util.Optional;

/**
 * Scores entries found for a turn. Called for every entry. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface MemoryScorer {

  /** Halves the importance after 30 days; an unknown age results in 0.5. */
  MemoryScorer DEFAULT = of(Duration.ofDays(30), 0.5);

  /**
   * Returns the default scorer. It derives the confidence from the store's relevance and scale, or
   * from the rank among the store's entries; the importance from the metadata's {@code importance},
   * or from the age. A missing value never counts as certain.
   *
   * @param halfLife age at which an entry's importance has halved
   * @param unknownImportance importance of an entry of unknown age, from 0 to 1
   */
  static MemoryScorer of(Duration halfLife, double unknownImportance) {
    return new DefaultMemoryScorer(halfLife, unknownImportance);
  }

  /** Returns the scores; empty to omit the entry. An exception also omits it. */
  Optional<Scores> score(Candidate candidate, AgentContext ctx) throws Exception;

  /**
   * Scores of a memory in a turn, from 0 to 1.
   *
   * @param confidence probability that the memory is relevant for this turn
   * @param importance weight of the memory if it is relevant
   */
  record Scores(double confidence, double importance) {

    public Scores {
      new Violations()
          .check(
              confidence >= 0 && confidence <= 1,
              "$.confidence",
              "range",
              "must be from 0 to 1, was " + confidence)
          .check(
              importance >= 0 && importance <= 1,
              "$.importance",
              "range",
              "must be from 0 to 1, was " + importance)
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }

  /**
   * Entry that may become a memory of a turn.
   *
   * @param rank position among its store's entries, from 0
   * @param count number of entries from its store
   * @param scale scale of its relevance
   * @param query query of the search
   */
  record Candidate(MemoryEntry entry, int rank, int count, RelevanceScale scale, String query) {

    @Override
    public String toString() {
      return "Candidate[" + rank + "]";
    }
  }
}
