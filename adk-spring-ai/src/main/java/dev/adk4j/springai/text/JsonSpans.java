package dev.adk4j.springai.text;

/** Finds where a JSON object or array ends in a text, without reading it. */
final class JsonSpans {

  private JsonSpans() {}

  /** Whether one may begin there. */
  static boolean beginsAt(String text, int at) {
    return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
  }

  /**
   * @param start where its first bracket is
   * @param limit up to where it may go
   * @return the index after its last bracket; -1 where there is none
   */
  static int end(String text, int start, int limit) {
    int depth = 0;
    boolean quoted = false;
    for (int i = start; i < limit; i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          quoted = false;
        }
        continue;
      }
      switch (c) {
        case '"' -> quoted = true;
        case '{', '[' -> depth++;
        case '}', ']' -> {
          if (--depth == 0) {
            return i + 1;
          }
        }
        default -> {}
      }
    }
    return -1;
  }
}
