package dev.adk4j.jpa.vector;

import dev.adk4j.vector.DistanceMetric;

/**
 * A collection's table as the database knows it.
 *
 * @param table quoted
 * @param dimensions 0 where the column does not say
 */
record PgCollection(String table, int dimensions, DistanceMetric metric) {

  String distanceOperator() {
    return switch (metric) {
      case COSINE -> "<=>";
      case DOT -> "<#>";
      case EUCLIDEAN -> "<->";
    };
  }

  static String operatorClass(DistanceMetric metric) {
    return switch (metric) {
      case COSINE -> "vector_cosine_ops";
      case DOT -> "vector_ip_ops";
      case EUCLIDEAN -> "vector_l2_ops";
    };
  }
}
