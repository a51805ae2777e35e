package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.retrieval.MarkdownBlock.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Markdown text line by line, in time proportional to its length. Reads no nested blocks: a
 * list or a quotation is text.
 */
final class MarkdownBlocks {

  /** A longer first line is text, not a heading or the beginning of a fence or table. */
  private static final int LONGEST_MARKER = 200;

  /** A key of front matter with its value: prose with a colon has several words before it. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?:[\\w.-]+|\"[^\"]*\"|'[^']*')\\h*:(?:\\h.*)?", Pattern.UNICODE_CHARACTER_CLASS);

  /** A line that continues the value of the key above it. */
  private static final Pattern GOES_ON = Pattern.compile("\\h.*|-(?:\\h.*)?|[]}]\\h*");

  /** Marks for code and emphasis; one between two letters or digits may be a character. */
  private static final Pattern MARKS =
      Pattern.compile("(?<![\\p{L}\\p{N}])[`*]+|[`*]+(?![\\p{L}\\p{N}])");

  private final List<String> lines;
  private final List<MarkdownBlock> blocks = new ArrayList<>();
  private final List<String> paragraph = new ArrayList<>();
  private @Nullable String title;
  private int at;

  /** The next line that ends a comment; only increases, so that no line is read twice. */
  private int commentEnd;

  private MarkdownBlocks(List<String> lines) {
    this.lines = lines;
  }

  /** Returns the blocks; the title of the front matter replaces a missing first heading. */
  static List<MarkdownBlock> of(String markdown) {
    String text = markdown.startsWith("\uFEFF") ? markdown.substring(1) : markdown;
    MarkdownBlocks read = new MarkdownBlocks(text.lines().toList());
    read.skipFrontMatter();
    while (read.at < read.lines.size()) {
      read.next();
    }
    read.endParagraph();
    if (read.title != null && (read.blocks.isEmpty() || read.blocks.getFirst().level() != 1)) {
      read.blocks.addFirst(MarkdownBlock.heading(1, read.title));
    }
    return read.blocks;
  }

  private void skipFrontMatter() {
    if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals("---")) {
      return;
    }
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i).stripTrailing();
      if (line.equals("---") || line.equals("...")) {
        if (!isMapping(lines.subList(1, i))) {
          return;
        }
        lines.subList(1, i).stream()
            .filter(l -> l.startsWith("title:") && l.length() <= LONGEST_MARKER)
            .map(l -> l.substring("title:".length()).strip().replaceAll("^[\"']|[\"']$", ""))
            .filter(l -> !l.isBlank())
            .findFirst()
            .ifPresent(l -> title = l);
        at = i + 1;
        return;
      }
    }
  }

  /** Returns true for lines of keys and values. All else between two rules is text. */
  private static boolean isMapping(List<String> lines) {
    boolean keys = false;
    for (String line : lines) {
      boolean key = KEY.matcher(line).matches();
      if (!key
          && !line.isBlank()
          && !line.startsWith("#")
          && !(keys && GOES_ON.matcher(line).matches())) {
        return false;
      }
      keys |= key;
    }
    return keys || lines.stream().allMatch(String::isBlank);
  }

  private void next() {
    String line = lines.get(at);
    String stripped = line.strip();
    boolean block = indent(line) < 4;
    if (stripped.isEmpty()) {
      endParagraph();
      at++;
    } else if (block && stripped.startsWith("<!--") && isComment()) {
      endParagraph();
      at = commentEnd + 1;
    } else if (block && headingLevel(stripped) > 0) {
      endParagraph();
      int level = headingLevel(stripped);
      blocks.add(MarkdownBlock.heading(level, headingText(stripped, level)));
      at++;
    } else if (block && fence(stripped) > 0) {
      endParagraph();
      readFence(stripped.charAt(0), fence(stripped));
    } else if (block && isTableHead(at)) {
      endParagraph();
      readTable();
    } else if (block && paragraph.size() == 1 && underlined(stripped) > 0) {
      int level = underlined(stripped);
      blocks.add(MarkdownBlock.heading(level, plain(paragraph.removeFirst())));
      at++;
    } else {
      paragraph.add(line);
      at++;
    }
  }

  private void endParagraph() {
    if (!paragraph.isEmpty()) {
      blocks.add(new MarkdownBlock(Kind.TEXT, 0, List.copyOf(paragraph)));
      paragraph.clear();
    }
  }

  /** Returns true for the first line of a comment that ends, with nothing after it. */
  private boolean isComment() {
    int from = lines.get(at).indexOf("<!--") + 2;
    if (lines.get(at).indexOf("-->", from) >= 0) {
      commentEnd = at;
    } else {
      from = 0;
      commentEnd = Math.max(commentEnd, at + 1);
      while (commentEnd < lines.size() && !lines.get(commentEnd).contains("-->")) {
        commentEnd++;
      }
    }
    return commentEnd < lines.size() && endsComment(lines.get(commentEnd).stripTrailing(), from);
  }

  private static boolean endsComment(String line, int from) {
    return line.indexOf("-->", from) == line.length() - "-->".length();
  }

  private void readFence(char mark, int length) {
    List<String> fence = new ArrayList<>();
    fence.add(lines.get(at++));
    boolean open = true;
    while (open && at < lines.size()) {
      String line = lines.get(at++);
      open = !closes(line, mark, length);
      if (open) {
        fence.add(line);
      }
    }
    fence.add(String.valueOf(mark).repeat(length));
    blocks.add(new MarkdownBlock(Kind.FENCE, 0, fence));
  }

  private static boolean closes(String line, char mark, int length) {
    String stripped = line.strip();
    int marks = run(stripped, mark);
    return indent(line) < 4 && marks >= length && marks == stripped.length();
  }

  private boolean isTableHead(int head) {
    return head + 1 < lines.size()
        && lines.get(head).contains("|")
        && lines.get(head).length() + lines.get(head + 1).length() <= 2 * LONGEST_MARKER
        && isDelimiter(lines.get(head + 1).strip());
  }

  private static boolean isDelimiter(String row) {
    return row.contains("-")
        && row.contains("|")
        && row.chars().allMatch(c -> c == '|' || c == '-' || c == ':' || c == ' ' || c == '\t');
  }

  private void readTable() {
    List<String> table = new ArrayList<>();
    while (at < lines.size()
        && !lines.get(at).isBlank()
        && (table.size() < 2 || lines.get(at).contains("|"))) {
      table.add(lines.get(at++));
    }
    blocks.add(new MarkdownBlock(Kind.TABLE, 0, table));
  }

  private static int headingLevel(String line) {
    int level = run(line, '#');
    boolean heading =
        level >= 1
            && level <= 6
            && line.length() <= LONGEST_MARKER
            && line.length() > level
            && Character.isWhitespace(line.charAt(level))
            && !headingText(line, level).isEmpty();
    return heading ? level : 0;
  }

  private static String headingText(String line, int level) {
    String text = line.substring(level).strip();
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '#') {
      end--;
    }
    boolean closed = end == 0 || Character.isWhitespace(text.charAt(end - 1));
    return plain(closed ? text.substring(0, end) : text);
  }

  /** Returns the text without the marks for code and emphasis. */
  private static String plain(String text) {
    return MARKS.matcher(text).replaceAll("").strip();
  }

  /** Returns the level of the heading that the line underlines; 0 if it underlines none. */
  private int underlined(String line) {
    String above = paragraph.getFirst().strip();
    boolean title =
        above.length() <= LONGEST_MARKER
            && !plain(above).isEmpty()
            && !above.startsWith(">")
            && !above.startsWith("- ")
            && !above.startsWith("+ ")
            && indent(paragraph.getFirst()) < 4;
    if (title && run(line, '=') == line.length()) {
      return 1;
    }
    return title && run(line, '-') == line.length() ? 2 : 0;
  }

  /** Returns the length of the fence that the line opens; 0 if it opens none. */
  private static int fence(String line) {
    int backticks = run(line, '`');
    int length = Math.max(backticks, run(line, '~'));
    boolean fence = length >= 3 && line.length() <= LONGEST_MARKER;
    // `````code````` within a text is not a fence
    return fence && (backticks == 0 || line.indexOf('`', backticks) < 0) ? length : 0;
  }

  private static int run(String line, char mark) {
    int length = 0;
    while (length < line.length() && line.charAt(length) == mark) {
      length++;
    }
    return length;
  }

  private static int indent(String line) {
    int spaces = run(line, ' ');
    return spaces < line.length() && line.charAt(spaces) == '\t' ? 4 : spaces;
  }
}
