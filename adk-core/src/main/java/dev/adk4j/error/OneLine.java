package dev.adk4j.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Escapes characters that could end a line of a log or change its display in a terminal. */
final class OneLine {

  /** C0, C1, the two separators, and characters that change the direction of text. */
  private static final Pattern CONTROLS =
      Pattern.compile(
          "[\\p{Cc}\\x{2028}\\x{2029}\\x{061c}\\x{200e}\\x{200f}"
              + "\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

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
    return CONTROLS
        .matcher(String.valueOf(text))
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    kept.contains(found.group())
                        ? found.group()
                        : escape(found.group().charAt(0))));
  }

  private static String escape(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\u%04x".formatted((int) c);
    };
  }
}
