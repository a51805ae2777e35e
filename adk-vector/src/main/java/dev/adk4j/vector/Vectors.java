package dev.adk4j.vector;

import dev.adk4j.error.AdkException;
import java.util.List;
import java.util.function.Function;

/**
 * Vectors at the edge: lists of finite numbers, kept as floats. Finiteness is checked after
 * narrowing.
 */
final class Vectors {

  private Vectors() {}

  static float[] of(double[] numbers) {
    float[] vector = new float[VectorErrors.required(numbers, "vector").length];
    for (int i = 0; i < numbers.length; i++) {
      vector[i] = (float) numbers[i];
    }
    return vector;
  }

  static float[] of(List<? extends Number> numbers) {
    float[] vector = new float[VectorErrors.required(numbers, "vector").size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = VectorErrors.required(numbers.get(i), "number in the vector").floatValue();
    }
    return vector;
  }

  static boolean isFinite(float[] vector) {
    for (float number : vector) {
      if (!Float.isFinite(number)) {
        return false;
      }
    }
    return true;
  }

  /** Refuses an empty vector and one with a number that is not finite. */
  static float[] require(float[] vector, Function<String, AdkException> error) {
    if (vector.length == 0) {
      throw error.apply("The vector is empty.");
    }
    if (!isFinite(vector)) {
      throw error.apply("The vector has a number that is not finite as a 32-bit float.");
    }
    return vector;
  }
}
