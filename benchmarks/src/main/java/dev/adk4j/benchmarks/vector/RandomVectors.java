package dev.adk4j.benchmarks.vector;

import java.util.Random;

/** Pseudo-random directions, the same in every run. */
final class RandomVectors {

  static final int DIMENSIONS = 384;

  private RandomVectors() {}

  static float[] of(int seed) {
    Random random = new Random(seed);
    float[] vector = new float[DIMENSIONS];
    double squares = 0;
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) random.nextGaussian();
      squares += vector[i] * vector[i];
    }
    float length = (float) Math.sqrt(squares);
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] /= length;
    }
    return vector;
  }
}
