package dev.adk4j.prompt;

import java.util.regex.Pattern;

/** Makes foreign text fit for places where it must not have a structure of its own. */
final class Escapes {

  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_ID = 256;
  private static final Pattern NOT_IN_A_NAME = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final Pattern NOT_IN_AN_ID = Pattern.compile("[^A-Za-z0-9._:/@+=-]+");

  private Escapes() {}

  /** One line, no quote and no angle bracket. */
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
   * A file name that may stand outside of an envelope: letters, digits, dots, dashes and
   * underscores of ASCII, at most 64. An underscore stands for each run of other characters. The
   * end of a long name is kept, since the extension is there.
   */
  static String name(String value) {
    String name = NOT_IN_A_NAME.matcher(value).replaceAll("_");
    return name.length() <= LONGEST_NAME ? name : name.substring(name.length() - LONGEST_NAME);
  }

  /** The same for an id, which may also hold the other characters of URLs and keys. */
  static String id(String value) {
    String id = NOT_IN_AN_ID.matcher(value).replaceAll("_");
    return id.length() <= LONGEST_ID ? id : id.substring(0, LONGEST_ID);
  }

  /** C0, C1, and the two separators that count as line ends in Unicode. */
  private static boolean breaksLine(char c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }
}
