package dev.adk4j.vector;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Read, as a backend gets it. All content has been checked.
 *
 * @param collection not empty
 * @param near null for a scan
 * @param filter null for none
 * @param topK largest number of rows, after {@code offset}; not negative
 * @param offset number of rows to skip; not negative
 * @param minScore lowest score of a row, from 0 to 1; always 0 for a scan
 */
public record SearchPlan(
    String collection,
    @Nullable Near near,
    @Nullable VectorFilter filter,
    int topK,
    int offset,
    Projection projection,
    double minScore) {

  public SearchPlan {
    requireCollection(collection);
    Objects.requireNonNull(projection, "projection");
    FilterChecks.check(filter);
    if (topK < 0 || offset < 0) {
      throw VectorErrors.queryConflict("Limit and offset must not be negative.");
    }
    if (!(minScore >= 0 && minScore <= 1)) {
      throw VectorErrors.queryConflict("minScore has to be from 0 to 1.");
    }
    if (minScore > 0 && near == null) {
      throw VectorErrors.queryConflict("minScore needs a near clause: a scan has no scores.");
    }
  }

  /** Returns {@code offset + topK}, at most {@link Integer#MAX_VALUE}. */
  public int reach() {
    return (int) Math.min((long) topK + offset, Integer.MAX_VALUE);
  }

  static void requireCollection(String collection) {
    if (VectorErrors.required(collection, "collection").isEmpty()) {
      throw VectorErrors.queryConflict("A collection needs a name.");
    }
  }
}
