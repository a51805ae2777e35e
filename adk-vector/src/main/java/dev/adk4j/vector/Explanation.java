package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Reason for the place of a match of a search by vector and words: its rank in each half. Contains
 * no content.
 *
 * @param vector rank by vector; null if the match is not among the candidates of that half
 * @param words rank by words; null if the match is not among the candidates of that half
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Explanation(@Nullable Rank vector, @Nullable Rank words) {

  /**
   * Weight of the first ranks relative to later ones in reciprocal rank fusion; the usual value.
   */
  public static final int K = 60;

  /**
   * Place in one half.
   *
   * @param rank 1 for the best
   * @param score the half's own score, not comparable with the other half's; from 0 to 1 for
   *     vectors
   */
  public record Rank(int rank, double score) {

    public Rank {
      if (rank < 1) {
        throw VectorErrors.queryConflict("A rank must be 1 or more.");
      }
    }

    @Override
    public String toString() {
      return rank + " (" + Math.round(score * 1_000) / 1_000.0 + ")";
    }
  }

  /**
   * Returns the fused score from 0 to 1: 1 for the first of all halves of the search.
   *
   * @param halves number of halves that were searched, 1 or 2
   */
  public double score(int halves) {
    return (share(vector) + share(words)) / halves;
  }

  private static double share(@Nullable Rank rank) {
    return rank == null ? 0 : (K + 1.0) / (K + rank.rank());
  }

  /** Returns one line, such as {@code vector 3 (0.71), words 1 (4.2)}. */
  @Override
  public String toString() {
    return (vector == null ? "" : "vector " + vector)
        + (vector == null || words == null ? "" : ", ")
        + (words == null ? "" : "words " + words);
  }
}
