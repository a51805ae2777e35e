package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How near two vectors are, and how that becomes a score from 0 to 1 where higher is nearer. */
public enum DistanceMetric {
  /**
   * Direction only. Same direction 1, orthogonal 0.5, opposite 0; a zero vector is orthogonal to
   * everything.
   */
  COSINE {
    @Override
    double score(double similarity) {
      return (similarity + 1) / 2;
    }

    @Override
    double similarity(double distance) {
      return 1 - distance;
    }
  },
  /** Inner product. A product of 0 gives 0.5. */
  DOT {
    @Override
    double score(double similarity) {
      return 1 / (1 + Math.exp(-similarity));
    }

    @Override
    double similarity(double distance) {
      return -distance;
    }
  },
  /** Straight-line distance. A distance of 0 gives 1. */
  EUCLIDEAN {
    @Override
    double score(double similarity) {
      return 1 / (1 + Math.max(0, -similarity));
    }

    @Override
    double similarity(double distance) {
      return -distance;
    }
  };

  abstract double score(double similarity);

  abstract double similarity(double distance);

  /**
   * The score of a similarity: the cosine, the inner product, or the negated distance.
   *
   * @return from 0 to 1; what is not a number counts as a similarity of 0
   */
  public double scoreOfSimilarity(double similarity) {
    return Math.clamp(score(Double.isNaN(similarity) ? 0 : similarity), 0, 1);
  }

  /**
   * The score of a distance as databases give it: {@code 1 - cosine}, the negated inner product, or
   * the straight line.
   *
   * @return from 0 to 1
   */
  public double scoreOfDistance(double distance) {
    return scoreOfSimilarity(similarity(distance));
  }

  /** The name in configuration and JSON, such as {@code cosine}. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The constant of that name; {@code E_INVALID_VECTOR_STORE_CONFIG} for any other. */
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
