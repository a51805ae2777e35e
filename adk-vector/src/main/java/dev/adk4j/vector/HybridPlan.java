package dev.adk4j.vector;

/**
 * Read request by words, or by vector and words, for a backend. With a near clause the two rankings
 * are fused by reciprocal ranks; without one the words alone decide. The filter of the plan
 * restricts both.
 *
 * @param search filter, page and columns; its minScore is 0
 * @param words not blank
 */
public record HybridPlan(SearchPlan search, String words) {

  private static final int FEWEST_CANDIDATES = 50;

  private static final int MOST_CANDIDATES = 1000;

  public HybridPlan {
    if (VectorErrors.required(words, "text of matching").isBlank()) {
      throw VectorErrors.queryConflict("The text of matching must not be blank.");
    }
    if (search.minScore() > 0) {
      throw VectorErrors.queryConflict(
          "minScore needs a search by vector alone: scores of matching come from ranks.");
    }
  }

  /** Returns the number of rows that each half ranks: twice the page's reach, 50 to 1,000. */
  public int candidates() {
    return Math.clamp(2L * search.reach(), FEWEST_CANDIDATES, MOST_CANDIDATES);
  }

  /** Returns the collection; omits the words. */
  @Override
  public String toString() {
    return "HybridPlan[" + search.collection() + "]";
  }

  /** Returns the score of a match of this plan. */
  public double score(Explanation explanation) {
    return explanation.score(search.near() == null ? 1 : 2);
  }
}
