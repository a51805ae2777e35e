package dev.adk4j.artifact.markdown;

/**
 * A heading and what belongs to it. Lines are counted from 0.
 *
 * @param depth 1 to 6
 * @param text without the leading {@code #} and blanks; may be empty
 * @param startLine the heading's own line
 * @param endLine the last line before the next heading of the same or a smaller depth
 */
public record MarkdownHeading(int depth, String text, long startLine, long endLine) {
  /** Never the content. */
  @Override
  public String toString() {
    return "MarkdownHeading[" + startLine + "]";
  }
}
