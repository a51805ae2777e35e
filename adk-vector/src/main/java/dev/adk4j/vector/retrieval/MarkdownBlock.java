package dev.adk4j.vector.retrieval;

import java.util.List;

/**
 * Part of a Markdown text between two blank lines, or a whole heading, fence or table.
 *
 * @param level 1 to 6 for a heading, otherwise 0
 * @param lines as they are written; for a heading, only its text
 */
record MarkdownBlock(Kind kind, int level, List<String> lines) {

  enum Kind {
    HEADING,
    TEXT,
    FENCE,
    TABLE
  }

  static MarkdownBlock heading(int level, String title) {
    return new MarkdownBlock(Kind.HEADING, level, List.of(title));
  }

  /** Returns the number of lines with which each part of a long block begins. */
  int headLines() {
    return switch (kind) {
      case FENCE -> 1;
      case TABLE -> 2;
      case TEXT, HEADING -> 0;
    };
  }

  String text() {
    return String.join("\n", lines);
  }
}
