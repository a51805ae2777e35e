package dev.adk4j.springai.vector;

/**
 * Scale of a store's scores.
 *
 * @since 0.1.0
 */
public enum SpringAiScores {
  /** Scores from 0 to 1, such as {@code 1 - distance}; others are clamped. */
  CLAMP,
  /** Cosines from -1 to 1, as SimpleVectorStore and several others return. */
  COSINE;

  double score(double raw) {
    double score = this == COSINE ? (raw + 1) / 2 : raw;
    return Double.isNaN(raw) ? 0 : Math.clamp(score, 0, 1);
  }
}
