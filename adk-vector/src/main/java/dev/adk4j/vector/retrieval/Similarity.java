package dev.adk4j.vector.retrieval;

/** Compares vectors of one encoder. */
final class Similarity {

  private Similarity() {}

  /** Returns the cosine; 0 for a vector of zeros, and for vectors of other lengths. */
  static double cosine(float[] one, float[] other) {
    return cosine(one, dot(one, one), other, dot(other, other));
  }

  /** Returns the same for vectors whose products with themselves are known. */
  static double cosine(float[] one, double norms, float[] other, double others) {
    if (one.length != other.length) {
      return 0;
    }
    double length = Math.sqrt(norms * others);
    return length == 0 ? 0 : dot(one, other) / length;
  }

  /** Returns the product of two vectors of one length. */
  static double dot(float[] one, float[] other) {
    double dot = 0;
    for (int i = 0; i < one.length; i++) {
      dot += (double) one[i] * other[i];
    }
    return dot;
  }
}
