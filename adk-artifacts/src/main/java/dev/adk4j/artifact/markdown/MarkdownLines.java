package dev.adk4j.artifact.markdown;

import dev.adk4j.artifact.internal.Blanks;
import org.jspecify.annotations.Nullable;

/** Classifies single lines of Markdown. */
final class MarkdownLines {

  private MarkdownLines() {}

  static boolean isFrontMatterRule(String line) {
    return trim(line).equals("---");
  }

  /** Returns 1 to 6, or 0 if the line is not a heading. */
  static int headingDepth(String line) {
    int depth = 0;
    while (depth < line.length() && line.charAt(depth) == '#') {
      depth++;
    }
    boolean blankFollows =
        depth < line.length()
            && Blanks.isBlank(line.charAt(depth))
            && !(line.charAt(depth) == '\r' && depth == line.length() - 1);
    return depth <= 6 && blankFollows ? depth : 0;
  }

  static String headingText(String line) {
    return trim(line.substring(headingDepth(line)));
  }

  static String trim(String line) {
    int start = 0;
    int end = line.length();
    while (start < end && Blanks.isBlank(line.charAt(start))) {
      start++;
    }
    while (end > start && Blanks.isBlank(line.charAt(end - 1))) {
      end--;
    }
    return line.substring(start, end);
  }

  /**
   * Run of backticks or tildes at the start of a line; of length 0 if there are fewer than three.
   */
  record Fence(char character, int length) {

    static final Fence NONE = new Fence(' ', 0);

    static Fence of(String line) {
      int start = start(line);
      char c = start < line.length() ? line.charAt(start) : ' ';
      if (c != '`' && c != '~') {
        return NONE;
      }
      int end = start;
      while (end < line.length() && line.charAt(end) == c) {
        end++;
      }
      return end - start < 3 ? NONE : new Fence(c, end - start);
    }

    boolean closes(Fence opening) {
      return character == opening.character && length >= opening.length;
    }

    /** Returns the word that directly follows the fence, or null. */
    static @Nullable String language(String line) {
      int start = start(line) + of(line).length();
      int end = start;
      while (end < line.length() && !Blanks.isBlank(line.charAt(end))) {
        end++;
      }
      return end == start ? null : line.substring(start, end);
    }

    private static int start(String line) {
      int start = 0;
      while (start < line.length() && Blanks.isBlank(line.charAt(start))) {
        start++;
      }
      return start;
    }
  }
}
