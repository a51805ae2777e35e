package dev.adk4j.jdbc;

import dev.adk4j.internal.Surrogates;

/**
 * Escapes text for storage. PostgreSQL rejects U+0000, and UTF-8 cannot encode half of a surrogate
 * pair, so each of them, and U+0010 itself, becomes U+0010 and four upper-case hexadecimal digits.
 * All other text is unchanged.
 *
 * @since 0.1.0
 */
public final class TextEscape {

  private static final char MARK = '\u0010';
  private static final int DIGITS = 4;

  private TextEscape() {}

  public static String escape(String text) {
    int first = firstSpecial(text, 0);
    if (first < 0) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    int from = 0;
    for (int at = first; at >= 0; at = firstSpecial(text, from)) {
      escaped
          .append(text, from, at)
          .append(MARK)
          .append(String.format("%04X", (int) text.charAt(at)));
      from = at + 1;
    }
    return escaped.append(text, from, text.length()).toString();
  }

  /**
   * Returns the original text. Throws {@link IllegalArgumentException} if {@link #escape} cannot
   * have returned the text.
   */
  public static String unescape(String stored) {
    int mark = stored.indexOf(MARK);
    if (mark < 0) {
      return stored;
    }
    StringBuilder text = new StringBuilder(stored.length());
    int from = 0;
    for (; mark >= 0; mark = stored.indexOf(MARK, from)) {
      if (mark + DIGITS >= stored.length()) {
        throw new IllegalArgumentException("the text ends within an escape");
      }
      text.append(stored, from, mark);
      text.append((char) Integer.parseInt(stored, mark + 1, mark + 1 + DIGITS, 16));
      from = mark + 1 + DIGITS;
    }
    return text.append(stored, from, stored.length()).toString();
  }

  private static int firstSpecial(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || c == MARK) {
        return i;
      }
      if (Character.isSurrogate(c)) {
        if (!Surrogates.isPairAt(text, i)) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
