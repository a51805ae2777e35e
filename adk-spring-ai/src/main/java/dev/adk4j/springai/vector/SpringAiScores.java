package dev.adk4j.springai.vector;

/** What a store's scores are. */
public enum SpringAiScores {
  /**
   * From 0 to 1 already, as {@code 1 - distance} is for near rows; what is outside is moved to the
   * border.
   */
  CLAMP {
    @Override
    double map(double score) {
      return score;
    }
  },
  /** Cosines from -1 to 1, as SimpleVectorStore and several others give. */
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
