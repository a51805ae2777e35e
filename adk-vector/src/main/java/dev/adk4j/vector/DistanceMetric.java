package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Measure of the nearness of two vectors. Converts a similarity or distance to a score from 0 to 1;
 * higher is nearer.
 */
public enum DistanceMetric {
  /**
   * Compares directions. Equal directions score 1, orthogonal ones 0.5, opposite ones 0. A zero
   * vector is orthogonal to every vector.
   */
  COSINE,
  /** Compares by inner product. A product of 0 scores 0.5. */
  DOT,
  /** Compares by straight-line distance. A distance of 0 scores 1. */
  EUCLIDEAN;

  /**
   * Returns the score of a similarity, from 0 to 1.
   *
   * @param similarity the cosine, the inner product, or the negated distance; NaN counts as 0
   */
  public double scoreOfSimilarity(double similarity) {
    double s = Double.isNaN(similarity) ? 0 : similarity;
    double score =
        switch (this) {
          case COSINE -> (s + 1) / 2;
          case DOT -> 1 / (1 + Math.exp(-s));
          case EUCLIDEAN -> 1 / (1 + Math.max(0, -s));
        };
    return Math.clamp(score, 0, 1);
  }

  /**
   * Returns the score of a distance, from 0 to 1.
   *
   * @param distance as databases compute it: {@code 1 - cosine}, the negated inner product, or the
   *     straight-line distance
   */
  public double scoreOfDistance(double distance) {
    return scoreOfSimilarity(this == COSINE ? 1 - distance : -distance);
  }

  /** Returns the name in configuration and JSON, such as {@code cosine}. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the constant of that name; throws {@code E_INVALID_VECTOR_STORE_CONFIG} for any other.
   */
  public static DistanceMetric fromWire(String wire) {
    for (DistanceMetric metric : values()) {
      if (metric.wire().equals(wire)) {
        return metric;
      }
    }
    throw VectorErrors.invalidConfig(
        "'" + wire + "' is not a metric; use cosine, dot or euclidean");
  }
}
