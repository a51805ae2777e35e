package dev.adk4j.artifact.markdown;

import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.internal.HeapShare;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Positions of headings and fenced code blocks.
 *
 * @param headings in the document's order
 * @param codeBlocks in the document's order
 */
record MarkdownIndex(List<Span> headings, List<Span> codeBlocks) {

  /** Lines of a heading or block; {@code depth} is 0 for blocks. */
  record Span(int depth, long start, long end) {}

  static MarkdownIndex scan(SpoolReader reader) throws IOException {
    try (LineCursor cursor = reader.lines(0)) {
      Scan scan = new Scan();
      for (String line = cursor.next(); line != null; line = cursor.next()) {
        scan.accept(line);
      }
      return scan.finish();
    }
  }

  private static final class Scan {

    /** Limit of spans, each of which is returned with its text. */
    private static final long MAX_SPANS = HeapShare.of(8 * 256, Integer.MAX_VALUE);

    private final List<Span> headings = new ArrayList<>();
    private final List<Span> blocks = new ArrayList<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private long line;
    private boolean frontMatter;
    private MarkdownLines.Fence fence = MarkdownLines.Fence.NONE;
    private long fenceStart;

    void accept(String text) {
      if (headings.size() + blocks.size() > MAX_SPANS) {
        throw SpooledMarkdownArtifact.limit(
            "The text has more than %s headings and code blocks; read a range of its lines"
                + " instead.",
            MAX_SPANS);
      }
      boolean rule = MarkdownLines.isFrontMatterRule(text);
      if (line == 0 && rule) {
        frontMatter = true;
      } else if (frontMatter) {
        frontMatter = !rule;
      } else {
        body(text);
      }
      line++;
    }

    private void body(String text) {
      MarkdownLines.Fence here = MarkdownLines.Fence.of(text);
      if (fence.length() > 0) {
        if (here.closes(fence)) {
          blocks.add(new Span(0, fenceStart, line));
          fence = MarkdownLines.Fence.NONE;
        }
      } else if (here.length() > 0) {
        fence = here;
        fenceStart = line;
      } else {
        int depth = MarkdownLines.headingDepth(text);
        if (depth > 0) {
          closeHeadings(depth, line - 1);
          open.push(headings.size());
          headings.add(new Span(depth, line, line));
        }
      }
    }

    private void closeHeadings(int depth, long end) {
      while (!open.isEmpty() && headings.get(open.peek()).depth() >= depth) {
        int index = open.pop();
        Span heading = headings.get(index);
        headings.set(index, new Span(heading.depth(), heading.start(), end));
      }
    }

    MarkdownIndex finish() {
      closeHeadings(0, line - 1);
      if (fence.length() > 0) {
        blocks.add(new Span(0, fenceStart, line - 1));
      }
      return new MarkdownIndex(List.copyOf(headings), List.copyOf(blocks));
    }
  }
}
