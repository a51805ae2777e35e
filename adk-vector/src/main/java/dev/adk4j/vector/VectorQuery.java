package dev.adk4j.vector;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Query or write on a collection. Nothing happens before a terminal: {@link #fetch}, {@link
 * #upsert}, {@link #delete} or {@link #deleteAll}. With a near clause, {@code fetch} is a
 * similarity search by descending score; without one it is a scan in any order and without scores.
 * Mutable, not thread-safe; a terminal called twice runs twice.
 *
 * @since 0.1.0
 */
public final class VectorQuery extends FilterBuilder<VectorQuery> {

  private static final int DEFAULT_LIMIT = 10;

  private final VectorDb db;
  private final String collection;
  private SearchPlan.@Nullable Projection projection;
  private @Nullable Near near;
  private @Nullable String words;
  private int limit = DEFAULT_LIMIT;
  private int offset;
  private double minScore;
  private VectorDb.@Nullable Consistency consistency;

  VectorQuery(VectorDb db, String collection) {
    this.db = db;
    this.collection = collection;
    SearchPlan.requireCollection(collection);
  }

  /** Searches near to a vector. */
  public VectorQuery nearVector(float... vector) {
    return near(new Near.Vector(vector));
  }

  /** Searches near to a vector. */
  public VectorQuery nearVector(double[] vector) {
    return near(new Near.Vector(Vectors.of(vector)));
  }

  /** Searches near to a vector. */
  public VectorQuery nearVector(List<? extends Number> vector) {
    return near(new Near.Vector(Vectors.of(vector)));
  }

  /** Searches near to a text, which must not be blank. */
  public VectorQuery nearText(String text) {
    return near(new Near.Text(text));
  }

  /** Searches near to the vector of a stored record, which is among the results. */
  public VectorQuery nearId(String id) {
    return near(new Near.Id(id));
  }

  /** Sets the near clause; throws {@code E_VECTOR_STORE_QUERY_CONFLICT} for a second one. */
  public VectorQuery near(Near clause) {
    if (near != null) {
      throw VectorErrors.queryConflict("The query already has a near clause.");
    }
    if (clause instanceof Near.Text(String text) && text.isBlank()) {
      throw VectorErrors.queryConflict("The text of a near clause must not be blank.");
    }
    near = clause;
    return this;
  }

  /**
   * Searches by the words of the documents. With a near clause, the two rankings are fused by
   * reciprocal ranks, and {@link VectorMatch#explanation} returns the rank in each half. A text in
   * quotes must occur literally, and {@code -word} excludes a word. Needs {@link
   * VectorFeature#FULL_TEXT}.
   *
   * @param text not blank
   */
  public VectorQuery matching(String text) {
    if (words != null) {
      throw VectorErrors.queryConflict("The query already has a text for matching.");
    }
    if (VectorErrors.required(text, "text of matching").isBlank()) {
      throw VectorErrors.queryConflict("The text of matching must not be blank.");
    }
    words = text;
    return this;
  }

  /** Searches near to a text and by its words, as {@link #nearText} and {@link #matching} do. */
  public VectorQuery hybrid(String text) {
    return nearText(text).matching(text);
  }

  /**
   * Adds columns: {@code id}, {@code vector}, {@code document}, {@code metadata}, or {@code *} for
   * all. Ignores other names. A call without arguments selects no column.
   */
  public VectorQuery select(String... columns) {
    projection = projection().select(columns);
    return this;
  }

  /** Adds top-level keys of the metadata, unless all metadata is selected. */
  public VectorQuery selectMetadata(String... keys) {
    projection = projection().selectMetadata(keys);
    return this;
  }

  private SearchPlan.Projection projection() {
    return projection == null ? SearchPlan.Projection.NONE : projection;
  }

  /** Sets the maximum number of rows. Default: 10. */
  public VectorQuery limit(int rows) {
    this.limit = requireNotNegative(rows, "limit");
    return this;
  }

  /** Sets the number of rows to skip. Default: 0. */
  public VectorQuery offset(int rows) {
    this.offset = requireNotNegative(rows, "offset");
    return this;
  }

  private static int requireNotNegative(int rows, String name) {
    if (rows < 0) {
      throw VectorErrors.queryConflict("The " + name + " must not be negative.");
    }
    return rows;
  }

  /** Sets the lowest score of a row, from 0 to 1. Only for similarity searches. */
  public VectorQuery minScore(double score) {
    if (!(score >= 0 && score <= 1)) {
      throw VectorErrors.queryConflict("minScore must be from 0 to 1.");
    }
    this.minScore = score;
    return this;
  }

  /** Sets the consistency of this write. Default: the client's, then the backend's. */
  public VectorQuery consistency(VectorDb.Consistency mode) {
    this.consistency = VectorErrors.required(mode, "consistency");
    return this;
  }

  /**
   * Returns the rows.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_PROJECTION_REQUIRED} without a
   *     {@code select}; {@code E_VECTOR_STORE_RAW_BINDING_MISMATCH}, {@code
   *     E_VECTOR_STORE_ENCODER_REQUIRED}, {@code E_VECTOR_STORE_DIMENSION_MISMATCH}, {@code
   *     E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}, {@code E_VECTOR_STORE_SEARCH_FAILED}
   */
  public List<VectorMatch> fetch() {
    if (projection == null) {
      throw VectorErrors.projectionRequired();
    }
    SearchPlan plan = plan(near);
    HybridPlan hybrid = words == null ? null : new HybridPlan(plan, words);
    if (hybrid != null && !db.capabilities().has(VectorFeature.FULL_TEXT)) {
      throw VectorErrors.unsupportedOperation("matching", db.name());
    }
    if (limit == 0) {
      return List.of();
    }
    Near resolved = db.encoding.resolve(near, db.backend);
    SearchPlan ready = resolved == near ? plan : plan(resolved);
    return hybrid == null
        ? db.backend.search(ready)
        : db.backend.searchHybrid(new HybridPlan(ready, hybrid.words()));
  }

  private SearchPlan plan(@Nullable Near clause) {
    return new SearchPlan(collection, clause, compile(), limit, offset, projection(), minScore);
  }

  /** Writes the records as {@link #upsert(List)} does. */
  public void upsert(VectorRecord... records) {
    upsert(Arrays.asList(records));
  }

  /**
   * Writes all records or none. Each replaces the whole record with its id. An empty list does
   * nothing.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_QUERY_CONFLICT} if the query has a
   *     near clause or a condition; {@code E_INVALID_VECTOR_RECORD}, {@code
   *     E_VECTOR_STORE_ENCODER_REQUIRED}, {@code E_VECTOR_STORE_DIMENSION_MISMATCH}, {@code
   *     E_VECTOR_STORE_UPSERT_FAILED}
   */
  public void upsert(List<VectorRecord> records) {
    requireNoNear("an upsert");
    requireNoConditions("an upsert");
    if (VectorErrors.required(records, "list of records").isEmpty()) {
      return;
    }
    UpsertPlan plan = new UpsertPlan(collection, records, effectiveConsistency());
    db.backend.upsert(db.encoding.resolve(plan, db.backend));
  }

  /**
   * Deletes the records that match the conditions. Unknown ids are not an error.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_QUERY_CONFLICT} without conditions
   *     and for conditions that are always true, see {@link #deleteAll}; {@code
   *     E_VECTOR_STORE_DELETE_FAILED}
   */
  public void delete() {
    requireNoNear("a delete");
    VectorFilter filter = compile();
    if (filter == null) {
      throw VectorErrors.queryConflict(
          "A delete needs a condition; use deleteAll() to empty the collection.");
    }
    List<String> ids = onlyIds();
    delete(ids != null ? new DeletePlan.Target.Ids(ids) : new DeletePlan.Target.Matching(filter));
  }

  /**
   * Deletes every record of the collection. Throws {@code E_VECTOR_STORE_QUERY_CONFLICT} if there
   * are conditions.
   */
  public void deleteAll() {
    requireNoNear("deleteAll()");
    requireNoConditions("deleteAll()");
    delete(new DeletePlan.Target.Everything());
  }

  private void delete(DeletePlan.Target target) {
    db.backend.delete(new DeletePlan(collection, target, effectiveConsistency()));
  }

  private VectorDb.@Nullable Consistency effectiveConsistency() {
    return consistency != null ? consistency : db.consistency;
  }

  private void requireNoNear(String verb) {
    if (near != null || words != null) {
      throw VectorErrors.queryConflict("A near clause or matching has no effect on " + verb + ".");
    }
  }

  private void requireNoConditions(String verb) {
    if (hasConditions()) {
      throw VectorErrors.queryConflict("Conditions have no effect on " + verb + ".");
    }
  }
}
