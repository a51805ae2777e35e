package dev.adk4j.springai.text;

/** Finds the end of a JSON object or array in a text without parsing it. */
final class JsonSpans {

  private JsonSpans() {}

  /** Returns true if an object or array may begin at the index. */
  static boolean beginsAt(String text, int at) {
    return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
  }

  /**
   * Returns the end of an object or array.
   *
   * @param start index of its first bracket
   * @param limit largest end
   * @return index after its last bracket; -1 if there is none
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
