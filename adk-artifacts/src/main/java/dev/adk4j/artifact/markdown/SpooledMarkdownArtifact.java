package dev.adk4j.artifact.markdown;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Spooled text that is Markdown: CommonMark with tables, strikethrough, task lists and bare
 * addresses. Headings, sections and code blocks come from one scan of the lines, whose positions
 * are cached. Links, images, text and syntax tree come from parsing all lines, or a range as a
 * separate text. Lines are counted from 0; ends of ranges are exclusive. A text with too much
 * markup to be parsed within memory and two seconds is rejected with {@code
 * E_ARTIFACT_QUERY_LIMIT}; a range of its lines may be parsed.
 *
 * @since 0.1.0
 */
public class SpooledMarkdownArtifact extends SpooledArtifact {

  /** Type {@code markdown}. */
  public static final ArtifactType<SpooledMarkdownArtifact> TYPE =
      ArtifactType.of(
              "markdown",
              SpooledMarkdownArtifact.class,
              ArtifactTypes.SPOOLED,
              SpooledMarkdownArtifact::new)
          .withQueries(MarkdownQueries.all());

  /** Selects headings of all depths. */
  public static final int ANY_DEPTH = 0;

  /** Limit of characters, which are in memory as text and as lines. */
  private static final long MAX_CHARACTERS = HeapShare.of(32, 64L * 1024 * 1024);

  private volatile @Nullable MarkdownIndex index;
  private volatile @Nullable Optional<JsonValue> frontMatter;

  public SpooledMarkdownArtifact(@Nullable SpoolReader reader) {
    super(reader);
  }

  /**
   * Returns the YAML map between a first line {@code ---} and the next such line. Empty if there is
   * none within the first 200 lines, or if it is not a map. Throws {@code
   * E_ARTIFACT_CONTENT_INVALID} for invalid YAML.
   */
  public final Optional<JsonValue> mdFrontmatter() throws IOException {
    Optional<JsonValue> known = frontMatter;
    if (known == null) {
      known = FrontMatter.read(reader());
      frontMatter = known;
    }
    return known;
  }

  public final List<Heading> mdHeadings() throws IOException {
    return mdHeadings(ANY_DEPTH);
  }

  /** Returns the headings of that depth, or all for {@link #ANY_DEPTH}, in order. */
  public final List<Heading> mdHeadings(int depth) throws IOException {
    List<Heading> headings = new ArrayList<>();
    withLines(
        index().headings(),
        (span, line) -> {
          if (depth == ANY_DEPTH || depth == span.depth()) {
            String text = MarkdownLines.headingText(line);
            headings.add(new Heading(span.depth(), text, span.start(), span.end()));
          }
        });
    return headings;
  }

  public final List<Section> mdSections() throws IOException {
    return mdSections(ANY_DEPTH);
  }

  /** Returns the sections below headings of that depth, or all for {@link #ANY_DEPTH}, in order. */
  public final List<Section> mdSections(int depth) throws IOException {
    return mdHeadings(depth).stream()
        .map(h -> new Section(h.depth(), h.text(), h.startLine(), h.startLine() + 1, h.endLine()))
        .toList();
  }

  public final List<CodeBlock> mdCodeBlocks() throws IOException {
    return mdCodeBlocks(null);
  }

  /**
   * Returns the fenced code blocks of exactly that language; all for null, those without a language
   * for an empty text.
   */
  public final List<CodeBlock> mdCodeBlocks(@Nullable String lang) throws IOException {
    List<CodeBlock> blocks = new ArrayList<>();
    withLines(
        index().codeBlocks(),
        (span, line) -> {
          String found = MarkdownLines.Fence.language(line);
          if (lang == null || lang.equals(Objects.requireNonNullElse(found, ""))) {
            blocks.add(new CodeBlock(found, span.start(), span.end()));
          }
        });
    return blocks;
  }

  public final List<Link> mdLinks() throws IOException {
    return mdLinks(0, Long.MAX_VALUE);
  }

  /** Returns the links in the lines {@code [startLine, endLine)}, in order. */
  public final List<Link> mdLinks(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).links();
  }

  public final List<Image> mdImages() throws IOException {
    return mdImages(0, Long.MAX_VALUE);
  }

  /** Returns the images in the lines {@code [startLine, endLine)}, in order. */
  public final List<Image> mdImages(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).images();
  }

  public final String mdText() throws IOException {
    return mdText(0, Long.MAX_VALUE);
  }

  /**
   * Returns the text of the lines {@code [startLine, endLine)} without markup, each block on its
   * own line.
   */
  public final String mdText(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).text();
  }

  public final JsonValue mdAst() throws IOException {
    return mdAst(0, Long.MAX_VALUE);
  }

  /**
   * Returns the syntax tree of the lines {@code [startLine, endLine)}: a {@code root} node with the
   * node names of mdast, each with its position (line and column from 1, offset from 0, within the
   * range).
   */
  public final JsonValue mdAst(long startLine, long endLine) throws IOException {
    return parse(startLine, endLine).ast();
  }

  private MarkdownDocument parse(long startLine, long endLine) throws IOException {
    long first = Math.max(0, startLine);
    if (first >= endLine) {
      return MarkdownDocument.parse("");
    }
    StringBuilder text = new StringBuilder();
    try (LineCursor cursor = reader().lines(first)) {
      for (long at = first; at < endLine; at++) {
        String line = cursor.next();
        if (line == null) {
          break;
        }
        text.append(at == first ? "" : "\n").append(line);
        if (text.length() > MAX_CHARACTERS) {
          throw limit(
              "More than %s characters cannot be parsed at once; request a range of lines.",
              MAX_CHARACTERS);
        }
      }
    }
    return MarkdownDocument.parse(text.toString());
  }

  static AdkException limit(String message, Object... args) {
    return new AdkException(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, message.formatted(args));
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

  /**
   * Fenced code block. Lines are counted from 0.
   *
   * @param lang the word after the opening fence; null for none
   * @param startLine the line of the opening fence
   * @param endLine the line of the closing fence, or the last line if there is none
   */
  public record CodeBlock(@Nullable String lang, long startLine, long endLine) {}

  /**
   * Heading and the lines that belong to it. Lines are counted from 0.
   *
   * @param depth 1 to 6
   * @param text without the leading {@code #} and blanks; may be empty
   * @param startLine the heading's own line
   * @param endLine the last line before the next heading of the same or a smaller depth
   */
  public record Heading(int depth, String text, long startLine, long endLine) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "Heading[" + startLine + "]";
    }
  }

  /**
   * Heading with the lines below it. Lines are counted from 0; a section without a body ends before
   * it begins.
   *
   * @param bodyEndLine the last line, inclusive
   */
  public record Section(
      int depth, String heading, long headingLine, long bodyStartLine, long bodyEndLine) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "Section[" + headingLine + "]";
    }
  }

  /** Link: inline, by reference, automatic, or a bare address. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Link(String text, String url, @Nullable String title) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "Link[]";
    }
  }

  /**
   * Image.
   *
   * @param alt the text that replaces it; may be empty
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Image(String alt, String url, @Nullable String title) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "Image[]";
    }
  }
}
