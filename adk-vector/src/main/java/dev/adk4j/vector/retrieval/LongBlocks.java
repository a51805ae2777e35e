package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.retrieval.MarkdownBlock.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts blocks that are too long for one section. */
final class LongBlocks {

  /** End a sentence where a blank follows. */
  private static final String ENDS = ".!?";

  /** End a sentence in scripts without blanks. */
  private static final String FULL_STOPS = "。！？";

  private LongBlocks() {}

  /**
   * Returns the block whole if it may be, and else its parts. Text is cut behind a sentence or
   * word, code and tables between lines; each part of these begins and ends as the whole does.
   */
  static List<String> parts(MarkdownBlock block) {
    int most = block.kind() == Kind.TEXT ? MarkdownSplitter.USUAL : MarkdownSplitter.LONGEST;
    if (block.text().length() <= most) {
      return List.of(block.text());
    }
    return block.kind() == Kind.TEXT ? cut(block.text(), most) : share(block, most);
  }

  private static List<String> share(MarkdownBlock block, int most) {
    int first = block.headLines();
    int last = block.lines().size() - (block.kind() == Kind.FENCE ? 1 : 0);
    String head = String.join("\n", block.lines().subList(0, first));
    String tail = last < block.lines().size() ? "\n" + block.lines().getLast() : "";
    int room = most - head.length() - tail.length();
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (String line : block.lines().subList(first, last)) {
      for (String piece : line.length() < room ? List.of(line) : cut(line, room - 1)) {
        if (part.length() + 1 + piece.length() > room) {
          parts.add(head + part + tail);
          part.setLength(0);
        }
        part.append('\n').append(piece);
      }
    }
    parts.add(head + part + tail);
    return parts;
  }

  private static List<String> cut(String text, int most) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int to = text.length() - from <= most ? text.length() : end(text, from, from + most);
      String part = text.substring(from, to).strip();
      if (!part.isEmpty()) {
        parts.add(part);
      }
      from = to;
    }
    return parts;
  }

  /** Returns a place to cut: behind a sentence in the second half, else a word, else anywhere. */
  private static int end(String text, int from, int limit) {
    int word = -1;
    for (int i = limit; i > from + (limit - from) / 2; i--) {
      char before = text.charAt(i - 1);
      if (before == '\n' || FULL_STOPS.indexOf(before) >= 0) {
        return i;
      }
      if (Character.isWhitespace(before)) {
        if (ENDS.indexOf(text.charAt(i - 2)) >= 0) {
          return i;
        }
        word = word < 0 ? i : word;
      }
    }
    int anywhere = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
    return word < 0 ? anywhere : word;
  }
}
