package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.retrieval.MarkdownBlock.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Splits a Markdown text into sections: by its headings, and long ones between blocks. */
final class MarkdownSplitter {

  /** About 300 tokens: small enough to say one thing, and for the smallest models. */
  static final int USUAL = 1_200;

  /** The most that a section has, for a block that should stay whole. */
  static final int LONGEST = 4_000;

  /** A line across the page is made of these alone. */
  private static final String LINE = "-*_ \t\n";

  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

  private final List<Section> sections = new ArrayList<>();
  private final @Nullable String[] titles = new @Nullable String[6];
  private final Map<String, Integer> anchors = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private String anchor = "";
  private boolean empty;

  /**
   * Piece of a text.
   *
   * @param titlePath the headings above it, outermost first
   * @param anchor the innermost heading as the fragment of a link; empty above the first one
   * @param text not blank, {@link #LONGEST} characters at most
   */
  record Section(List<String> titlePath, String anchor, String text) {}

  private MarkdownSplitter() {}

  static List<Section> split(String markdown) {
    MarkdownSplitter splitter = new MarkdownSplitter();
    for (MarkdownBlock block : MarkdownBlocks.of(markdown)) {
      if (block.kind() == Kind.HEADING) {
        splitter.heading(block.level(), block.text());
      } else {
        LongBlocks.parts(block).forEach(splitter::add);
      }
    }
    splitter.heading(1, "");
    return splitter.sections;
  }

  private void heading(int level, String title) {
    flush();
    if (empty && (level <= depth() || title.isEmpty())) {
      // A heading with nothing below it is all that its section says.
      text.append(Objects.requireNonNull(titles[depth() - 1]));
      flush();
    }
    Arrays.fill(titles, level - 1, titles.length, null);
    titles[level - 1] = title;
    anchor = anchorOf(title);
    empty = true;
  }

  private int depth() {
    int depth = titles.length;
    while (depth > 0 && titles[depth - 1] == null) {
      depth--;
    }
    return depth;
  }

  private String anchorOf(String title) {
    String plain = NOT_IN_ANCHORS.matcher(title.toLowerCase(Locale.ROOT)).replaceAll("");
    String made = plain.strip().replace(' ', '-');
    int earlier = anchors.merge(made, 1, Integer::sum) - 1;
    return earlier == 0 || made.isEmpty() ? made : made + "-" + earlier;
  }

  private void add(String part) {
    if (part.chars().allMatch(c -> LINE.indexOf(c) >= 0)) {
      return;
    }
    if (!text.isEmpty() && text.length() + 2 + part.length() > USUAL) {
      flush();
    }
    text.append(text.isEmpty() ? "" : "\n\n").append(part);
    empty = false;
  }

  private void flush() {
    if (!text.isEmpty()) {
      List<String> path = Arrays.stream(titles).filter(Objects::nonNull).toList();
      sections.add(new Section(path, anchor, text.toString()));
      text.setLength(0);
    }
  }
}
