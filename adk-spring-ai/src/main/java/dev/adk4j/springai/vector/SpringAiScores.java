package dev.adk4j.springai.vector;

/**
 * Scale of a store's scores.
 *
 * @since 0.1.0
 */
public enum SpringAiScores {
  /** Scores from 0 to 1, such as {@code 1 - distance}; others are clamped. */
  CLAMP {
    @Override
    double map(double score) {
      return score;
    }
  },
  /** Cosines from -1 to 1, as SimpleVectorStore and several others return. */
  COSINE {
    @Override
    double map(double score) {
      return (score + 1) / 2;
    }
  };

  abstract double map(double score);

  double score(double raw) {
    return Double.isNaN(raw) ? 0 : Math.clamp(map(raw), 0, 1);
  }
}
