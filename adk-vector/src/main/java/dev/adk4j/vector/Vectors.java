package dev.adk4j.vector;

import dev.adk4j.error.AdkException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Converts and validates vectors of callers. Finiteness is checked after narrowing to float. */
final class Vectors {

  private Vectors() {}

  static float[] of(double[] numbers) {
    return of(Arrays.stream(VectorErrors.required(numbers, "vector")).boxed().toList());
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

  /** Rejects an empty vector and one with a number that is not finite. */
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
