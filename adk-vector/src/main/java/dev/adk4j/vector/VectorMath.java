package dev.adk4j.vector;

/** Computes sums over vectors in double. The processor computes four sums in parallel. */
final class VectorMath {

  private VectorMath() {}

  static double[] widen(float[] vector) {
    double[] wide = new double[vector.length];
    for (int i = 0; i < vector.length; i++) {
      wide[i] = vector[i];
    }
    return wide;
  }

  static double dot(double[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (int end = a.length - 3; i < end; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      s0 += a[i] * b[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  static double squaredDistance(double[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (int end = a.length - 3; i < end; i += 4) {
      double d0 = a[i] - b[i];
      double d1 = a[i + 1] - b[i + 1];
      double d2 = a[i + 2] - b[i + 2];
      double d3 = a[i + 3] - b[i + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; i < a.length; i++) {
      double d = a[i] - b[i];
      s0 += d * d;
    }
    return (s0 + s1) + (s2 + s3);
  }

  static double norm(float[] vector) {
    return Math.sqrt(dot(widen(vector), vector));
  }
}
