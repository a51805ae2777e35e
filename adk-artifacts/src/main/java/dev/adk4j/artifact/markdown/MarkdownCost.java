package dev.adk4j.artifact.markdown;

import dev.adk4j.internal.HeapShare;

/**
 * Estimates in one pass the cost of parsing a Markdown text, and rejects costs that the parser does
 * not limit: the memory of its nodes, and the time for brackets, since every closing link checks
 * all open ones of its paragraph.
 */
final class MarkdownCost {

  private static final long MAX_BYTES = HeapShare.of(6, Long.MAX_VALUE);
  private static final int BYTES_PER_LINE = 768;
  private static final int BYTES_PER_MARK = 384;
  private static final int BYTES_PER_CHARACTER = 4;
  private static final long MAX_BRACKET_STEPS = 150_000_000;

  private MarkdownCost() {}

  static void check(String text) {
    long bytes = (long) BYTES_PER_CHARACTER * text.length();
    long steps = 0;
    long brackets = 0;
    boolean blank = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r') {
        bytes += BYTES_PER_LINE;
        brackets = blank ? 0 : brackets;
        blank = true;
      } else if (c != ' ' && c != '\t') {
        blank = false;
        bytes += Character.isLetterOrDigit(c) ? 0 : BYTES_PER_MARK;
        if (c == '[') {
          steps += ++brackets;
        }
      }
      if (bytes > MAX_BYTES || steps > MAX_BRACKET_STEPS) {
        throw SpooledMarkdownArtifact.limit(
            "The Markdown has more markup than can be parsed at once; request a range of lines.");
      }
    }
  }
}
