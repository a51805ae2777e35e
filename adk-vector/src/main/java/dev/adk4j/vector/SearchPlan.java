package dev.adk4j.vector;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Read request for a backend. All content has been checked.
 *
 * @param collection not empty
 * @param near null for a scan
 * @param filter null for none
 * @param topK maximum number of rows, after {@code offset}; not negative
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
      throw VectorErrors.queryConflict("minScore must be from 0 to 1.");
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

  /**
   * Columns that a read returns. The score is not a column: a similarity search always returns it,
   * a scan never does.
   *
   * @param metadataFields top-level metadata keys to return; null returns all of them
   */
  public record Projection(
      boolean id,
      boolean vector,
      boolean document,
      boolean metadata,
      @Nullable List<String> metadataFields) {

    public static final Projection NONE = new Projection(false, false, false, false, null);
    public static final Projection ALL = new Projection(true, true, true, true, null);

    public Projection {
      metadataFields = metadataFields == null ? null : List.copyOf(metadataFields);
    }

    /** Returns a projection with these additional columns; ignores unknown names. */
    Projection select(String... columns) {
      Set<String> names = new LinkedHashSet<>();
      for (String column : columns) {
        names.add(VectorErrors.required(column, "column"));
      }
      boolean all = names.contains("*");
      boolean wholeMetadata = all || names.contains("metadata");
      return new Projection(
          id || all || names.contains("id"),
          vector || all || names.contains("vector"),
          document || all || names.contains("document"),
          metadata || wholeMetadata,
          wholeMetadata ? null : metadataFields);
    }

    /**
     * Returns a projection with these additional metadata keys, unless it already has all metadata.
     */
    Projection selectMetadata(String... keys) {
      if (metadata && metadataFields == null) {
        return this;
      }
      Set<String> fields = new LinkedHashSet<>(metadataFields == null ? List.of() : metadataFields);
      Arrays.asList(keys).forEach(key -> fields.add(VectorErrors.required(key, "key")));
      return new Projection(id, vector, document, true, List.copyOf(fields));
    }

    /**
     * Returns the match of a stored record, reduced to the selected columns.
     *
     * @param score from 0 to 1; null for a scan
     * @param vector copied
     * @param metadata deeply unmodifiable, or a copy that the caller no longer uses
     */
    public VectorMatch match(
        String id,
        @Nullable Double score,
        float @Nullable [] vector,
        @Nullable String document,
        Map<String, ? extends @Nullable Object> metadata) {
      return new VectorMatch(
          this.id ? id : null,
          score,
          this.vector && vector != null ? vector.clone() : null,
          this.document ? document : null,
          this.metadata ? selected(metadata) : null,
          null);
    }

    private Map<String, @Nullable Object> selected(Map<String, ? extends @Nullable Object> all) {
      if (metadataFields == null) {
        return Collections.unmodifiableMap(all);
      }
      Map<String, @Nullable Object> some = new LinkedHashMap<>();
      for (String field : metadataFields) {
        if (all.containsKey(field)) {
          some.put(field, all.get(field));
        }
      }
      return Collections.unmodifiableMap(some);
    }
  }
}
