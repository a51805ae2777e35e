package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.retrieval.MarkdownBlock.Kind;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits blocks that are too long for one section. */
record LongBlocks(PassageSize size) {

  /** Ends a sentence if a blank follows. */
  private static final String ENDS = ".!?";

  /** Ends a sentence in scripts without blanks. */
  private static final String FULL_STOPS = "。！？";

  /**
   * Returns the block whole if it fits, otherwise its parts. Text is split after a sentence or
   * word, code and tables between lines; each part of these begins and ends like the whole.
   *
   * @param room the maximum length of a text
   */
  List<String> parts(MarkdownBlock block, int room) {
    boolean isText = block.kind() == Kind.TEXT;
    if (size.fits(block.text(), isText ? room : size.longest())) {
      return List.of(block.text());
    }
    int overlap = size.overlap() == 0 ? 0 : size.overlap() + PassageSize.GAP;
    return isText
        ? cut(block.text(), Math.max(room / 2, room - overlap))
        : share(block, size.longest());
  }

  /** Returns the last sentences of a text, otherwise its last words, to begin the next one with. */
  String overlap(String text) {
    int from = size.overlap() == 0 ? text.length() : size.tail(text, size.overlap());
    int word = from == 0 ? 0 : -1;
    for (int i = Math.max(from, 2); from > 0 && i < text.length(); i++) {
      char before = text.charAt(i - 1);
      if (FULL_STOPS.indexOf(before) >= 0
          || Character.isWhitespace(before) && ENDS.indexOf(text.charAt(i - 2)) >= 0) {
        return text.substring(i).strip();
      }
      word = word < 0 && Character.isWhitespace(before) ? i : word;
    }
    return word < 0 ? "" : text.substring(word).strip();
  }

  private List<String> share(MarkdownBlock block, int most) {
    int first = block.headLines();
    int last = block.lines().size() - (block.kind() == Kind.FENCE ? 1 : 0);
    String head = String.join("\n", block.lines().subList(0, first));
    String tail = last < block.lines().size() ? "\n" + block.lines().getLast() : "";
    int room = most - size.of(head) - size.of(tail);
    if (room < most / 2) {
      return cut(block.text(), most);
    }
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int used = 0;
    for (String line : block.lines().subList(first, last)) {
      for (String piece : size.fits(line, room - 1) ? List.of(line) : cut(line, room - 1)) {
        int length = 1 + size.of(piece);
        if (used + length > room) {
          parts.add(head + part + tail);
          part.setLength(0);
          used = 0;
        }
        part.append('\n').append(piece);
        used += length;
      }
    }
    parts.add(head + part + tail);
    return parts;
  }

  private List<String> cut(String text, int most) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int limit = size.end(text, from, most);
      int to = limit == text.length() ? limit : end(text, from, limit);
      String part = text.substring(from, to).strip();
      if (!part.isEmpty()) {
        parts.add(part);
      }
      from = to;
    }
    return parts;
  }

  /**
   * Returns a position to split: after a sentence in the second half, otherwise after a word,
   * otherwise after a character as people see it.
   */
  private static int end(String text, int from, int limit) {
    int half = from + (limit - from) / 2;
    int word = -1;
    for (int i = limit; i > half || word < 0 && i > from; i--) {
      char before = text.charAt(i - 1);
      boolean blank = Character.isWhitespace(before);
      boolean sentence =
          before == '\n'
              || FULL_STOPS.indexOf(before) >= 0
              || blank && i > 1 && ENDS.indexOf(text.charAt(i - 2)) >= 0;
      if (i > half && sentence) {
        return i;
      }
      word = word < 0 && blank ? i : word;
    }
    return word < 0 ? character(text, from, limit) : word;
  }

  /** Combining marks, joined emojis and halves of a character stay with what is before them. */
  private static int character(String text, int from, int limit) {
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(text.substring(from, Math.min(text.length(), limit + 2)));
    int end = from + characters.preceding(limit - from + 1);
    return end > from ? end : Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
  }
}
