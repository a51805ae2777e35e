package dev.adk4j.artifact;

import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A read-only view of a spooled text by lines: what a tool returned, kept out of the prompt and
 * asked for in parts. Lines end at {@code \n} only and are given without it; a {@code \r} stays.
 *
 * <p>Nothing is read before a method is called. Only {@link #asString()} and {@link
 * #estimateTokens} hold the whole text; the others hold what they return. Safe for concurrent use.
 * Open for subclasses, which an {@link ArtifactType} makes known. Equal only to itself.
 *
 * @since 0.1.0
 */
public class SpooledArtifact implements Displayable {

  /** The number of lines that {@link #head()} and {@link #tail()} return. */
  public static final int DEFAULT_LINES = 10;

  /** As text and while it is decoded it takes up to three times this. */
  private static final long LARGEST_WHOLE = HeapShare.of(8, Integer.MAX_VALUE - 8);

  private final SpoolReader reader;
  private volatile @Nullable SizeHints sizeHints;

  /** On a reader; {@code E_NOT_A_SPOOL_READER} where it is null. */
  public SpooledArtifact(@Nullable SpoolReader reader) {
    if (reader == null) {
      throw new AdkException(
          AdkErrorCode.E_NOT_A_SPOOL_READER, "The artifact's spool reader is null.");
    }
    this.reader = reader;
  }

  /** The reader it is built on. */
  public final SpoolReader reader() {
    return reader;
  }

  /** An empty object: nothing is read, and where the text lies is nobody's business. */
  @Override
  public final JsonNode display() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The first ten lines, or all where there are fewer. */
  public final List<String> head() throws IOException {
    return head(DEFAULT_LINES);
  }

  /** The first {@code n} lines, or all where there are fewer; none where n is not positive. */
  public final List<String> head(long n) throws IOException {
    return cat(0, n);
  }

  /** The last ten lines in their order, or all where there are fewer. */
  public final List<String> tail() throws IOException {
    return tail(DEFAULT_LINES);
  }

  /**
   * The last {@code n} lines in their order, or all where there are fewer; none where n is not
   * positive.
   */
  public final List<String> tail(long n) throws IOException {
    return n <= 0 ? List.of() : cat(firstOfLast(n));
  }

  /** The lines in which the expression finds a match anywhere. */
  public final List<String> grep(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher("");
    return collect(
        0, Long.MAX_VALUE, line -> matcher.reset(line).find(), ResultBudget.forProgram());
  }

  /**
   * The lines in which the expression finds a match anywhere, in time linear in the text and within
   * 1.5 seconds more than its size explains: for expressions that come from outside. RE2 syntax: no
   * look-around, no back-references.
   *
   * @param flags any of {@code i} ignore case; {@code m} let {@code ^} and {@code $} match at line
   *     ends inside; {@code s} let a dot match line ends; {@code u} Unicode, which is always on.
   *     Each at most once
   */
  public final List<String> grep(String pattern, String flags) throws IOException {
    return grep(pattern, flags, ResultBudget.forProgram());
  }

  /** All lines. */
  public final List<String> cat() throws IOException {
    return cat(0, Long.MAX_VALUE);
  }

  /** The lines from the 0-based {@code start} on. */
  public final List<String> cat(long start) throws IOException {
    return cat(start, Long.MAX_VALUE);
  }

  /**
   * The lines of {@code [start, end)}, 0-based; both are held to the text, a negative end gives
   * none.
   */
  public final List<String> cat(long start, long end) throws IOException {
    return collect(start, end, line -> true, ResultBudget.forProgram());
  }

  /** The number of stored bytes; from the size hints where they are set. */
  public final long byteLength() throws IOException {
    SizeHints hints = sizeHints;
    return hints == null ? reader.byteLength() : hints.byteLength();
  }

  /** The number of lines; from the size hints where they are set. */
  public final long lineCount() throws IOException {
    SizeHints hints = sizeHints;
    return hints == null ? reader.lineCount() : hints.lineCount();
  }

  /** The tokens of the whole text, its line ends included. */
  public final int estimateTokens(TokenEncoding encoding) throws IOException {
    return Tokenizable.estimateTokens(asString(), encoding);
  }

  /**
   * The tokens of the whole text, its line ends included, by the id of a built-in or registered
   * encoding.
   */
  public final int estimateTokens(String encodingId) throws IOException {
    return Tokenizable.estimateTokens(asString(), encodingId);
  }

  /**
   * The whole text as it is stored; {@code E_ARTIFACT_QUERY_LIMIT} where it has more bytes than an
   * eighth of the heap.
   */
  public final String asString() throws IOException {
    long bytes = reader.byteLength();
    if (bytes > LARGEST_WHOLE) {
      throw AdkException.of(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT)
          .message(
              "The text has "
                  + bytes
                  + " bytes, and this process has memory to hold "
                  + LARGEST_WHOLE
                  + " of one text at once; ask for a range of lines.")
          .args(bytes)
          .build();
    }
    return reader.readAll();
  }

  public final boolean hasSizeHints() {
    return sizeHints != null;
  }

  public final Optional<SizeHints> sizeHints() {
    return Optional.ofNullable(sizeHints);
  }

  /**
   * Sets what the producer knows, so that sizes are answered without the reader. Not part of a
   * snapshot.
   */
  public final void setSizeHints(SizeHints hints) {
    this.sizeHints = hints;
  }

  /** The tokens of the {@linkplain ArtifactHandleRenderer#standard() standard} handle text. */
  public final int estimateHandleTokens(String callId, TokenEncoding encoding) {
    return estimateHandleTokens(callId, encoding, ArtifactHandleRenderer.standard());
  }

  /**
   * The tokens of the text that stands for this artifact in a prompt; reads nothing.
   *
   * @throws IllegalStateException without size hints
   */
  public final int estimateHandleTokens(
      String callId, TokenEncoding encoding, ArtifactHandleRenderer renderer) {
    requiredSizeHints(callId);
    return Tokenizable.estimateTokens(renderer.render(callId, this), encoding);
  }

  final SizeHints requiredSizeHints(String callId) {
    SizeHints hints = sizeHints;
    if (hints == null) {
      throw new IllegalStateException(
          "The artifact of call "
              + callId
              + " has no size hints; set them before its handle is rendered.");
    }
    return hints;
  }

  final List<String> grep(String pattern, String flags, ResultBudget budget) throws IOException {
    LinePattern compiled = LinePattern.compile(pattern, flags, reader.byteLength());
    return collect(0, Long.MAX_VALUE, compiled, budget);
  }

  final long firstOfLast(long n) throws IOException {
    return Math.max(0, reader.lineCount() - n);
  }

  final List<String> collect(long start, long end, Predicate<String> wanted, ResultBudget budget)
      throws IOException {
    List<String> lines = new ArrayList<>();
    long at = Math.max(0, start);
    if (end <= at) {
      return lines;
    }
    try (LineCursor cursor = reader.lines(at)) {
      for (String line = cursor.next(); line != null; line = ++at < end ? cursor.next() : null) {
        if (wanted.test(line)) {
          budget.text(lines.size(), line);
          lines.add(line);
        }
      }
    }
    return lines;
  }
}
