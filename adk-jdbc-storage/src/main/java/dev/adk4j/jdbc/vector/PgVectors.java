package dev.adk4j.jdbc.vector;

import java.util.Arrays;

/** Converts vectors to and from pgvector's text. Floats keep their exact value. */
final class PgVectors {

  private PgVectors() {}

  static String text(float[] vector) {
    return Arrays.toString(vector).replace(" ", "");
  }

  static float[] parse(String text) {
    String[] numbers = text.substring(1, text.length() - 1).split(",");
    float[] vector = new float[numbers.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = Float.parseFloat(numbers[i]);
    }
    return vector;
  }

  /**
   * Returns the vector, or its unit vector if the squares of its numbers exceed the range of single
   * precision, in which the extension computes.
   */
  static float[] ofUsualLength(float[] vector) {
    double squares = 0;
    for (float number : vector) {
      squares += (double) number * number;
    }
    double length = Math.sqrt(squares);
    if (length > 1e-15 && length < 1e15) {
      return vector;
    }
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }

  static boolean isZero(float[] vector) {
    for (float number : vector) {
      if (number != 0) {
        return false;
      }
    }
    return true;
  }
}
