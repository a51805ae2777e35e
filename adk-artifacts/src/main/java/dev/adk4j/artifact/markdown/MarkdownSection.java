package dev.adk4j.artifact.markdown;

/**
 * A heading with the lines below it. Lines are counted from 0; a section without a body ends before
 * it begins.
 *
 * @param bodyEndLine the last line, inclusive
 */
public record MarkdownSection(
    int depth, String heading, long headingLine, long bodyStartLine, long bodyEndLine) {
  /** Never the content. */
  @Override
  public String toString() {
    return "MarkdownSection[" + headingLine + "]";
  }
}
