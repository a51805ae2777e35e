package dev.adk4j.artifact.markdown;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.HeapShare;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A spooled text that is Markdown. Headings, sections and code blocks come from one scan of the
 * lines, which is kept as positions; links, images, text and syntax tree come from parsing all
 * lines or a range, which stands for itself then. CommonMark with tables, strikethrough, task lists
 * and bare addresses. Lines are counted from 0, ends of ranges are exclusive. What has too much
 * markup or text to be parsed within the memory and within two seconds is refused with {@code
 * E_ARTIFACT_QUERY_LIMIT}; a range of its lines may be parsed.
 */
public class SpooledMarkdownArtifact extends SpooledArtifact {

  /** The type {@code markdown}. */
  public static final ArtifactType<SpooledMarkdownArtifact> TYPE =
      ArtifactType.of(
              "markdown",
              SpooledMarkdownArtifact.class,
              ArtifactTypes.SPOOLED,
              SpooledMarkdownArtifact::new)
          .withQueries(MarkdownQueries.all());

  /** For all depths of headings. */
  public static final int ANY_DEPTH = 0;

  /** As text, and again as lines for the parser. */
  private static final long MAX_CHARACTERS = HeapShare.of(32, 64L * 1024 * 1024);

  private volatile @Nullable MarkdownIndex index;
  private volatile @Nullable Optional<JsonValue> frontMatter;

  public SpooledMarkdownArtifact(@Nullable SpoolReader reader) {
    super(reader);
  }

  /**
   * The YAML map between a first line {@code ---} and the next such line; empty where there is none
   * within the first 200 lines, or where it is not a map. YAML that cannot be read is {@code
   * E_ARTIFACT_CONTENT_INVALID}.
   */
  public final Optional<JsonValue> mdFrontmatter() throws IOException {
    Optional<JsonValue> known = frontMatter;
    if (known == null) {
      known = FrontMatter.read(reader());
      frontMatter = known;
    }
    return known;
  }

  public final List<MarkdownHeading> mdHeadings() throws IOException {
    return mdHeadings(ANY_DEPTH);
  }

  /** The headings of that depth, or all for {@link #ANY_DEPTH}, in order. */
  public final List<MarkdownHeading> mdHeadings(int depth) throws IOException {
    List<MarkdownHeading> headings = new ArrayList<>();
    withLines(
        index().headings(),
        (span, line) -> {
          if (depth == ANY_DEPTH || depth == span.depth()) {
            String text = MarkdownLines.headingText(line);
            headings.add(new MarkdownHeading(span.depth(), text, span.start(), span.end()));
          }
        });
    return headings;
  }

  public final List<MarkdownSection> mdSections() throws IOException {
    return mdSections(ANY_DEPTH);
  }

  /** The sections below headings of that depth, or all for {@link #ANY_DEPTH}, in order. */
  public final List<MarkdownSection> mdSections(int depth) throws IOException {
    return mdHeadings(depth).stream()
        .map(
            h ->
                new MarkdownSection(
                    h.depth(), h.text(), h.startLine(), h.startLine() + 1, h.endLine()))
        .toList();
  }

  public final List<MarkdownCodeBlock> mdCodeBlocks() throws IOException {
    return mdCodeBlocks(null);
  }

  /**
   * The fenced code blocks of exactly that language; all for null, those without a language for
   * empty text.
   */
  public final List<MarkdownCodeBlock> mdCodeBlocks(@Nullable String lang) throws IOException {
    List<MarkdownCodeBlock> blocks = new ArrayList<>();
    withLines(
        index().codeBlocks(),
        (span, line) -> {
          String found = MarkdownLines.Fence.language(line);
          if (lang == null || lang.equals(Objects.requireNonNullElse(found, ""))) {
            blocks.add(new MarkdownCodeBlock(found, span.start(), span.end()));
          }
        });
    return blocks;
  }

  public final List<MarkdownLink> mdLinks() throws IOException {
    return mdLinks(0, Long.MAX_VALUE);
  }

  /** The links in the lines {@code [startLine, endLine)}, in order. */
  public final List<MarkdownLink> mdLinks(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).links();
  }

  public final List<MarkdownImage> mdImages() throws IOException {
    return mdImages(0, Long.MAX_VALUE);
  }

  /** The images in the lines {@code [startLine, endLine)}, in order. */
  public final List<MarkdownImage> mdImages(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).images();
  }

  public final String mdText() throws IOException {
    return mdText(0, Long.MAX_VALUE);
  }

  /**
   * The text of the lines {@code [startLine, endLine)} without markup, its blocks on lines of their
   * own.
   */
  public final String mdText(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).text();
  }

  public final JsonValue mdAst() throws IOException {
    return mdAst(0, Long.MAX_VALUE);
  }

  /**
   * The syntax tree of the lines {@code [startLine, endLine)}: a {@code root} node with the node
   * names of mdast, each with its position (line and column from 1, offset from 0, within the
   * range).
   */
  public final JsonValue mdAst(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).ast();
  }

  private MarkdownDocument parse(long startLine, long endLine) throws IOException {
    StringBuilder text = new StringBuilder();
    long line = Math.max(0, startLine);
    if (line < endLine) {
      try (LineCursor cursor = reader().lines(line)) {
        String next = cursor.next();
        for (boolean first = true; next != null && line < endLine; first = false, line++) {
          text.append(first ? "" : "\n").append(next);
          if (text.length() > MAX_CHARACTERS) {
            throw new AdkException(
                AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
                "More than "
                    + MAX_CHARACTERS
                    + " characters cannot be parsed at once; ask for a range of lines.");
          }
          next = line + 1 < endLine ? cursor.next() : null;
        }
      }
    }
    return MarkdownDocument.parse(text.toString());
  }

  private MarkdownIndex index() throws IOException {
    MarkdownIndex known = index;
    if (known == null) {
      known = MarkdownIndex.scan(reader());
      index = known;
    }
    return known;
  }

  private void withLines(
      List<MarkdownIndex.Span> spans, BiConsumer<MarkdownIndex.Span, String> visitor)
      throws IOException {
    if (spans.isEmpty()) {
      return;
    }
    try (LineCursor cursor = reader().lines(0)) {
      String line = null;
      long at = -1;
      for (MarkdownIndex.Span span : spans) {
        for (; at < span.start(); at++) {
          line = cursor.next();
        }
        visitor.accept(span, Objects.requireNonNull(line));
      }
    }
  }
}
