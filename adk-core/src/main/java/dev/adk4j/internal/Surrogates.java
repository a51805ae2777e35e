package dev.adk4j.internal;

import java.util.HexFormat;

/** Finds unpaired UTF-16 surrogates, which are legal in a Java text and impossible in UTF-8. */
public final class Surrogates {

  private Surrogates() {}

  /** Returns the index of the first one at or after {@code from}, or -1. */
  public static int firstLone(String text, int from) {
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

  /** Returns true if a pair of surrogates begins there. */
  public static boolean isPairAt(String text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }

  /**
   * Returns the text with U+FFFD for each of them. {@code String.getBytes} would write question
   * marks, which look like content.
   */
  public static String replaced(String text) {
    int lone = firstLone(text, 0);
    if (lone < 0) {
      return text;
    }
    StringBuilder replaced = new StringBuilder(text);
    for (int at = lone; at >= 0; at = firstLone(text, at + 1)) {
      replaced.setCharAt(at, '\ufffd');
    }
    return replaced.toString();
  }

  /** Returns JSON text in which each of them is written as its lower-case escape. */
  public static String escaped(String json) {
    int lone = firstLone(json, 0);
    if (lone < 0) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    int from = 0;
    for (int at = lone; at >= 0; at = firstLone(json, from)) {
      escaped.append(json, from, at);
      appendEscape(escaped, json.charAt(at));
      from = at + 1;
    }
    return escaped.append(json, from, json.length()).toString();
  }

  /** Appends the lower-case escape of a character. */
  public static void appendEscape(StringBuilder out, char c) {
    out.append("\\u").append(HexFormat.of().toHexDigits(c));
  }
}
