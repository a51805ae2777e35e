package dev.adk4j.prompt;

/** Makes foreign text fit for places where it must not have a structure of its own. */
final class Escapes {

  private static final int LONGEST_NAME = 256;

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

  /** Without angle brackets and control characters, at most 256 characters and an ellipsis. */
  static String name(String value) {
    StringBuilder out = new StringBuilder(Math.min(value.length(), LONGEST_NAME) + 1);
    int count = 0;
    for (int i = 0; i < value.length(); ) {
      int c = value.codePointAt(i);
      i += Character.charCount(c);
      if (c == '<' || c == '>' || c < 0x10000 && breaksLine((char) c)) {
        continue;
      }
      if (count++ == LONGEST_NAME) {
        out.append('…');
        break;
      }
      out.appendCodePoint(c);
    }
    return Imitations.DEVELOPER_RULES.defuse(out.toString());
  }

  /** C0, C1, and the two separators that count as line ends in Unicode. */
  private static boolean breaksLine(char c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }
}
