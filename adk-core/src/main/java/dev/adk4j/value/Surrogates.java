package dev.adk4j.value;

/**
 * Finds and escapes UTF-16 surrogates without a partner: legal in a Java text, impossible in UTF-8.
 */
final class Surrogates {

  private Surrogates() {}

  /** The index of the first one at or after {@code from}, or -1. */
  static int firstLone(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPairAt(text, i)) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  static boolean isPairAt(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  /**
   * JSON text in which every lone surrogate, the first of them at {@code lone}, is written as its
   * lower-case escape.
   */
  static String escapeLone(String json, int lone) {
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    int from = 0;
    for (int at = lone; at >= 0; at = firstLone(json, from)) {
      escaped.append(json, from, at);
      appendEscape(escaped, json.charAt(at));
      from = at + 1;
    }
    return escaped.append(json, from, json.length()).toString();
  }

  static void appendEscape(StringBuilder out, char c) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(Character.forDigit((c >> shift) & 0xf, 16));
    }
  }
}
