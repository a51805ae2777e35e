package dev.adk4j.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Percent-encoding. */
final class Percent {

  private Percent() {}

  /**
   * All but letters, digits, hyphens and underscores encoded; lone surrogates become question
   * marks.
   */
  static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      if (Character.isLetterOrDigit(b) && b > 0 || b == '-' || b == '_') {
        encoded.append((char) b);
      } else {
        encoded.append("%%%02X".formatted(b & 0xff));
      }
    }
    return encoded.toString();
  }
}
