package dev.adk4j.jpa.vector;

/** Vectors as the text pgvector reads and writes; floats survive exactly. */
final class PgVectors {

  private PgVectors() {}

  static String text(float[] vector) {
    StringBuilder text = new StringBuilder(vector.length * 10).append('[');
    for (int i = 0; i < vector.length; i++) {
      if (i > 0) {
        text.append(',');
      }
      text.append(vector[i]);
    }
    return text.append(']').toString();
  }

  static float[] parse(String text) {
    String[] numbers = text.substring(1, text.length() - 1).split(",");
    float[] vector = new float[numbers.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = Float.parseFloat(numbers[i]);
    }
    return vector;
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
