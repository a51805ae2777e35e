package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.VectorErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table of a collection, read from the database.
 *
 * @param table quoted name
 * @param dimensions 0 if the column has none
 * @param half true if the index uses 16-bit numbers
 * @param language configuration of the column of words; null without such a column
 * @param trigrams true if the documents have a trigram index
 */
record PgCollection(
    String table,
    int dimensions,
    DistanceMetric metric,
    boolean half,
    @Nullable String language,
    boolean trigrams) {

  static final String COMMENT = "adk4j vector collection, metric=";

  private static final String HALF = "index=halfvec";

  private static final String LANGUAGE = "words=";

  private static final String TRIGRAMS = "trigrams";

  /**
   * @param comment comment of the table; null if there is none, another text if the table is not a
   *     collection
   */
  static PgCollection read(
      String table, int dimensions, @Nullable String comment, DistanceMetric otherwise) {
    if (comment == null || !comment.startsWith(COMMENT)) {
      return new PgCollection(table, dimensions, otherwise, false, null, false);
    }
    List<String> parts = List.of(comment.substring(COMMENT.length()).split(", "));
    return new PgCollection(
        table,
        dimensions,
        DistanceMetric.fromWire(parts.getFirst()),
        parts.contains(HALF),
        parts.stream()
            .filter(part -> part.startsWith(LANGUAGE))
            .map(part -> part.substring(LANGUAGE.length()))
            .findFirst()
            .orElse(null),
        parts.contains(TRIGRAMS));
  }

  /** Returns the comment that {@link #read} reads. */
  String comment() {
    return COMMENT
        + metric.wire()
        + (half ? ", " + HALF : "")
        + (language == null ? "" : ", " + LANGUAGE + language)
        + (trigrams ? ", " + TRIGRAMS : "");
  }

  static final String NORM = "vector_norm(embedding)";

  /**
   * Expression: 1 for a length whose square exceeds single precision, otherwise 0. It is compared
   * with {@code =} and {@code <>}, because the planner then knows that nearly all rows are 0.
   */
  private static final String IS_UNUSUAL =
      "case when "
          + NORM
          + " < 1e-15 or "
          + NORM
          + " > 1e15 then 1 when "
          + NORM
          + " is not null then 0 end";

  static final String USUAL_NORM = "(" + IS_UNUSUAL + ") <> 1";

  static final String UNUSUAL_NORM = "(" + IS_UNUSUAL + ") = 1";

  /** Throws {@code E_VECTOR_STORE_DIMENSION_MISMATCH} for a vector of another length. */
  void requireLength(float[] vector) {
    if (!fits(vector)) {
      throw VectorErrors.dimensionMismatch(dimensions, vector.length);
    }
  }

  boolean fits(float[] vector) {
    return dimensions == 0 || vector.length == dimensions;
  }

  String distanceOperator() {
    return switch (metric) {
      case COSINE -> "<=>";
      case DOT -> "<#>";
      case EUCLIDEAN -> "<->";
    };
  }

  /** Returns the metric's name in the extension's operator classes. */
  static String operatorClass(DistanceMetric metric) {
    return switch (metric) {
      case COSINE -> "cosine";
      case DOT -> "ip";
      case EUCLIDEAN -> "l2";
    };
  }
}
