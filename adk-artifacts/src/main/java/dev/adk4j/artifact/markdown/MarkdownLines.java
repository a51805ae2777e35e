package dev.adk4j.artifact.markdown;

import dev.adk4j.artifact.internal.Blanks;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Classifies single lines of Markdown. */
final class MarkdownLines {

  private MarkdownLines() {}

  static boolean isFrontMatterRule(String line) {
    return trim(line).equals("---");
  }

  /** Returns 1 to 6, or 0 if the line is not a heading. */
  static int headingDepth(String line) {
    int depth = run(line, 0, c -> c == '#');
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
    int start = run(line, 0, MarkdownLines::isBlank);
    int end = line.length();
    while (end > start && Blanks.isBlank(line.charAt(end - 1))) {
      end--;
    }
    return line.substring(start, end);
  }

  /** Returns the end of the characters of a kind that begin at a position. */
  private static int run(String line, int from, IntPredicate kind) {
    int end = from;
    while (end < line.length() && kind.test(line.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isBlank(int c) {
    return Blanks.isBlank((char) c);
  }

  /**
   * Run of backticks or tildes at the start of a line; of length 0 if there are fewer than three.
   */
  record Fence(char character, int length) {

    static final Fence NONE = new Fence(' ', 0);

    static Fence of(String line) {
      int start = run(line, 0, MarkdownLines::isBlank);
      char c = start < line.length() ? line.charAt(start) : ' ';
      if (c != '`' && c != '~') {
        return NONE;
      }
      int end = run(line, start, other -> other == c);
      return end - start < 3 ? NONE : new Fence(c, end - start);
    }

    boolean closes(Fence opening) {
      return character == opening.character && length >= opening.length;
    }

    /** Returns the word that directly follows the fence, or null. */
    static @Nullable String language(String line) {
      int start = run(line, 0, MarkdownLines::isBlank) + of(line).length();
      int end = run(line, start, c -> !isBlank(c));
      return end == start ? null : line.substring(start, end);
    }
  }
}
