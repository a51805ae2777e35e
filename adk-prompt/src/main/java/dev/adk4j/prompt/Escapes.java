package dev.adk4j.prompt;

import java.util.regex.Pattern;

/** Escapes external text for positions in which it must not have structure. */
final class Escapes {

  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_ID = 256;
  private static final Pattern NOT_IN_A_NAME = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final Pattern NOT_IN_AN_ID = Pattern.compile("[^A-Za-z0-9._:/@+=-]+");

  private Escapes() {}

  /** Returns the text as one line without quotes and angle brackets. */
  static String attribute(String value) {
    StringBuilder out = new StringBuilder(value.length() + 16);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        default -> out.append(breaksLine(c) ? ' ' : c);
      }
    }
    return Imitations.DEVELOPER_RULES.defuse(out.toString());
  }

  /**
   * Returns a file name that may stand outside of an envelope: letters, digits, dots, dashes and
   * underscores of ASCII, at most 64. An underscore replaces each run of other characters. A long
   * name keeps its end, which holds the extension.
   */
  static String name(String value) {
    String name = NOT_IN_A_NAME.matcher(value).replaceAll("_");
    return name.length() <= LONGEST_NAME ? name : name.substring(name.length() - LONGEST_NAME);
  }

  /**
   * Returns an id for the same positions; it may also contain the other characters of URLs and
   * keys.
   */
  static String id(String value) {
    String id = NOT_IN_AN_ID.matcher(value).replaceAll("_");
    return id.length() <= LONGEST_ID ? id : id.substring(0, LONGEST_ID);
  }

  /** Returns true for C0, C1 and the two separators that end lines in Unicode. */
  private static boolean breaksLine(char c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }
}
