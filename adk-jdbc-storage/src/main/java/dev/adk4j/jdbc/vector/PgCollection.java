package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.DistanceMetric;

/**
 * A collection's table as the database knows it.
 *
 * @param table quoted
 * @param dimensions 0 where the column does not say
 * @param half whether its index holds numbers of 16 bits
 */
record PgCollection(String table, int dimensions, DistanceMetric metric, boolean half) {

  static final String NORM = "vector_norm(embedding)";

  /**
   * 1 for a length whose square leaves single precision, 0 for any other. It is compared with
   * {@code =} and {@code <>}, because of these the planner knows that nearly all rows are usual.
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

  String distanceOperator() {
    return switch (metric) {
      case COSINE -> "<=>";
      case DOT -> "<#>";
      case EUCLIDEAN -> "<->";
    };
  }

  /** Returns the metric as it stands in the names of the extension's operator classes. */
  static String operatorClass(DistanceMetric metric) {
    return switch (metric) {
      case COSINE -> "cosine";
      case DOT -> "ip";
      case EUCLIDEAN -> "l2";
    };
  }
}
