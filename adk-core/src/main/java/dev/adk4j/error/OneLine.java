package dev.adk4j.error;

import org.jspecify.annotations.Nullable;

/** Escapes characters that could end a line of a log or change its display in a terminal. */
final class OneLine {

  private OneLine() {}

  /** Returns the text with each control character as a Java escape. */
  static String of(@Nullable String text) {
    return escaped(text, "");
  }

  /**
   * Returns the text with its line breaks and tabs, but each other control character as an escape:
   * for separate blocks, never for a line of a log.
   */
  static String lines(String text) {
    return escaped(text, "\n\t");
  }

  private static String escaped(@Nullable String text, String kept) {
    if (text == null || text.chars().noneMatch(OneLine::controls)) {
      return String.valueOf(text);
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (controls(c) && kept.indexOf(c) < 0) {
        shown.append(escape(c));
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  private static String escape(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\u%04x".formatted((int) c);
    };
  }

  /**
   * Returns true for C0, C1, the two separators, and characters that change the direction of text.
   */
  private static boolean controls(int c) {
    return Character.isISOControl(c)
        || c == 0x2028
        || c == 0x2029
        || c == 0x061c
        || c == 0x200e
        || c == 0x200f
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
