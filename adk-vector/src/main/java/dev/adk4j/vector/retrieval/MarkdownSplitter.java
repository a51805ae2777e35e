package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.retrieval.DocumentSplitter.Section;
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

  /** A horizontal rule consists of these only. */
  private static final String LINE = "-*_ \t\n";

  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

  private final List<Section> sections = new ArrayList<>();
  private final @Nullable String[] titles = new @Nullable String[6];
  private final Map<String, Integer> anchors = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private final PassageSize size;
  private String anchor = "";
  private boolean empty;

  /** The maximum length of a text below the current headings. */
  private int room;

  /** The collected length, and the last part if it is prose. */
  private int used;

  private @Nullable String prose;

  private MarkdownSplitter(PassageSize size) {
    this.size = size;
    this.room = size.usual();
  }

  static List<Section> split(String markdown) {
    return split(markdown, PassageSize.CHARACTERS);
  }

  static List<Section> split(String markdown, PassageSize size) {
    MarkdownSplitter splitter = new MarkdownSplitter(size);
    for (MarkdownBlock block : MarkdownBlocks.of(markdown)) {
      if (block.kind() == Kind.HEADING) {
        splitter.heading(block.level(), block.text());
      } else {
        boolean prose = block.kind() == Kind.TEXT;
        new LongBlocks(size).parts(block, splitter.room).forEach(part -> splitter.add(part, prose));
      }
    }
    splitter.heading(1, "");
    return splitter.sections;
  }

  private void heading(int level, String title) {
    flush();
    if (empty && (level <= depth() || title.isEmpty())) {
      // A heading without text below it is the whole content of its section.
      text.append(Objects.requireNonNull(titles[depth() - 1]));
      flush();
    }
    Arrays.fill(titles, level - 1, titles.length, null);
    titles[level - 1] = title;
    anchor = anchorOf(title);
    room = size.below(Passage.head(titlePath()));
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

  private void add(String part, boolean isProse) {
    if (part.chars().allMatch(c -> LINE.indexOf(c) >= 0)) {
      return;
    }
    int length = size.of(part);
    if (!text.isEmpty() && used + PassageSize.GAP + length > room) {
      String overlap = isProse && prose != null ? new LongBlocks(size).overlap(prose) : "";
      flush();
      if (!overlap.isEmpty() && size.of(overlap) + PassageSize.GAP + length <= room) {
        append(overlap, size.of(overlap));
      }
    }
    append(part, length);
    prose = isProse ? part : null;
    empty = false;
  }

  private void append(String part, int length) {
    used += text.isEmpty() ? length : PassageSize.GAP + length;
    text.append(text.isEmpty() ? "" : "\n\n").append(part);
  }

  private void flush() {
    if (!text.isEmpty()) {
      sections.add(new Section(titlePath(), anchor, text.toString()));
      text.setLength(0);
    }
    used = 0;
    prose = null;
  }

  private List<String> titlePath() {
    return Arrays.stream(titles).filter(Objects::nonNull).toList();
  }
}
