package dev.adk4j.artifact.markdown;

/**
 * Front matter at the start of a text, hidden from the Markdown parser.
 *
 * @param end the offset after its closing line's {@code ---}; 0 if there is none
 * @param lastLine the closing line, from 0
 */
record YamlBlock(int end, int lastLine) {

  private static final YamlBlock NONE = new YamlBlock(0, 0);

  static YamlBlock of(String text) {
    int line = 0;
    for (int start = 0; start <= text.length(); line++) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      boolean rule = MarkdownLines.isFrontMatterRule(text.substring(start, end));
      if (line == 0 && !rule) {
        return NONE;
      }
      if (line > 0 && rule) {
        return new YamlBlock(end, line);
      }
      start = end + 1;
    }
    return NONE;
  }

  boolean isPresent() {
    return end > 0;
  }

  /** Returns the text with the front matter replaced by blanks, which preserves every position. */
  String blanked(String text) {
    StringBuilder blanked = new StringBuilder(text);
    for (int i = 0; i < end; i++) {
      if (text.charAt(i) != '\n') {
        blanked.setCharAt(i, ' ');
      }
    }
    return blanked.toString();
  }

  /** Returns the text between the rules. */
  String value(String text) {
    int first = text.indexOf('\n') + 1;
    int last = text.lastIndexOf('\n', end - 1);
    return first > last ? "" : text.substring(first, last);
  }
}
