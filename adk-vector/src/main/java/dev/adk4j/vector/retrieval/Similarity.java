package dev.adk4j.vector.retrieval;

/** Compares vectors of one encoder. */
final class Similarity {

  private Similarity() {}

  /** Returns the cosine; 0 for a vector of zeros, and for vectors of other lengths. */
  static double cosine(float[] one, float[] other) {
    if (one.length != other.length) {
      return 0;
    }
    double dot = 0;
    double norms = 0;
    double others = 0;
    for (int i = 0; i < one.length; i++) {
      dot += (double) one[i] * other[i];
      norms += (double) one[i] * one[i];
      others += (double) other[i] * other[i];
    }
    double length = Math.sqrt(norms * others);
    return length == 0 ? 0 : dot / length;
  }
}
