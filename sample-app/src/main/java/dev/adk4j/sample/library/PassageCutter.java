package dev.adk4j.sample.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Cuts a page into passages: along its headings, then between paragraphs, so that each fits the
 * embedding model. Fenced code stays whole where it can; the rows of long tables are shared out.
 */
final class PassageCutter {

  /** About 200 tokens; the model reads 512 at most. */
  private static final int MAX_LENGTH = 800;

  private static final Pattern HEADING = Pattern.compile("(#{1,6})\\s+(\\S.*?)\\s*#*");
  private static final Pattern TABLE_HEAD = Pattern.compile("\\|.*\\n\\|[\\s:|-]+\\n");
  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");
  private static final Pattern MARKUP = Pattern.compile("[`*]");

  private final Document document;
  private final List<Passage> passages = new ArrayList<>();
  private final List<String> path = new ArrayList<>();
  private final StringBuilder block = new StringBuilder();
  private final StringBuilder passage = new StringBuilder();
  private String anchor = "";
  private boolean fenced;
  private boolean generated;

  private PassageCutter(Document document) {
    this.document = document;
  }

  static List<Passage> cut(Document document) {
    PassageCutter cutter = new PassageCutter(document);
    document.text().lines().forEach(cutter::line);
    cutter.endPassage();
    return List.copyOf(cutter.passages);
  }

  private void line(String line) {
    if (line.startsWith("<!--")) {
      generated = line.startsWith("<!-- transcript");
      return;
    }
    if (generated) {
      return;
    }
    if (line.startsWith("```")) {
      fenced = !fenced;
    }
    Matcher heading = HEADING.matcher(line);
    if (!fenced && heading.matches()) {
      endPassage();
      under(heading.group(1).length(), MARKUP.matcher(heading.group(2)).replaceAll(""));
    } else if (!fenced && line.isBlank()) {
      endBlock();
    } else {
      append(line);
    }
  }

  /** The rest of a long table begins with the table's head again. */
  private void append(String line) {
    if (block.length() + line.length() > MAX_LENGTH) {
      String head = line.startsWith("|") ? tableHead() : "";
      endBlock();
      flush();
      block.append(head);
    }
    block.append(line).append('\n');
  }

  private String tableHead() {
    Matcher head = TABLE_HEAD.matcher(block);
    return head.lookingAt() ? head.group() : "";
  }

  private void under(int depth, String heading) {
    while (path.size() >= depth) {
      path.removeLast();
    }
    while (path.size() < depth - 1) {
      path.add("");
    }
    path.add(heading);
    anchor =
        NOT_IN_ANCHORS
            .matcher(heading.toLowerCase(Locale.ROOT))
            .replaceAll("")
            .strip()
            .replace(' ', '-');
  }

  private void endBlock() {
    if (passage.length() + block.length() > MAX_LENGTH) {
      flush();
    }
    if (!block.isEmpty()) {
      passage.append(passage.isEmpty() ? "" : "\n").append(block);
      block.setLength(0);
    }
  }

  private void endPassage() {
    endBlock();
    flush();
  }

  private void flush() {
    String text = passage.toString().strip();
    passage.setLength(0);
    if (!text.isEmpty()) {
      String heading = path.stream().filter(h -> !h.isEmpty()).collect(Collectors.joining(" › "));
      passages.add(
          new Passage(
              document,
              passages.size(),
              heading.isEmpty() ? document.title() : heading,
              anchor,
              text));
    }
  }
}
