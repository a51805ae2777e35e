package dev.adk4j.artifact;

import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.HeapShare;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * A read-only view of a spooled text by lines: a tool's result that is kept out of the prompt and
 * queried in parts. Only {@code \n} ends a line, and is not part of it; a {@code \r} is.
 *
 * <p>Nothing is read before a method is called. Only {@link #asString()} and {@link
 * #estimateTokens} hold the whole text in memory; the others hold their result. Thread-safe. Open
 * for subclasses, which an {@link ArtifactType} registers. Equal only to itself.
 *
 * @since 0.1.0
 */
public class SpooledArtifact implements Displayable {

  /** The number of lines that {@link #head()} and {@link #tail()} return. */
  public static final int DEFAULT_LINES = 10;

  /** Decoded text takes up to three times this memory. */
  private static final long LARGEST_WHOLE = HeapShare.of(8, Integer.MAX_VALUE - 8);

  private final SpoolReader reader;
  private volatile @Nullable SizeHints sizeHints;

  /** Creates an artifact on a reader; throws {@code E_NOT_A_SPOOL_READER} if it is null. */
  public SpooledArtifact(@Nullable SpoolReader reader) {
    if (reader == null) {
      throw new AdkException(
          AdkErrorCode.E_NOT_A_SPOOL_READER, "The artifact's spool reader is null.");
    }
    this.reader = reader;
  }

  /** Returns the underlying reader. */
  public final SpoolReader reader() {
    return reader;
  }

  /** Returns an empty object: reads nothing, and does not disclose the location of the text. */
  @Override
  public final JsonNode display() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns the first ten lines, or all if there are fewer. */
  public final List<String> head() throws IOException {
    return head(DEFAULT_LINES);
  }

  /** Returns the first {@code n} lines, or all if there are fewer; none if n is not positive. */
  public final List<String> head(long n) throws IOException {
    return cat(0, n);
  }

  /** Returns the last ten lines in their order, or all if there are fewer. */
  public final List<String> tail() throws IOException {
    return tail(DEFAULT_LINES);
  }

  /**
   * Returns the last {@code n} lines in their order, or all if there are fewer; none if n is not
   * positive.
   */
  public final List<String> tail(long n) throws IOException {
    return n <= 0 ? List.of() : cat(firstOfLast(n));
  }

  /** Returns the lines that contain a match of the expression. */
  public final List<String> grep(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher("");
    return collect(
        0, Long.MAX_VALUE, line -> matcher.reset(line).find(), ResultBudget.forProgram());
  }

  /**
   * Returns the lines that contain a match of the expression, in time linear in the text, limited
   * to 1.5 seconds more than its size requires: for untrusted expressions. RE2 syntax: no
   * look-around, no back-references.
   *
   * @param flags any of {@code i} ignore case; {@code m} let {@code ^} and {@code $} match at line
   *     ends inside; {@code s} let a dot match line ends; {@code u} Unicode, which is always on.
   *     Each at most once
   */
  public final List<String> grep(String pattern, String flags) throws IOException {
    return grep(pattern, flags, ResultBudget.forProgram());
  }

  /** Returns all lines. */
  public final List<String> cat() throws IOException {
    return cat(0, Long.MAX_VALUE);
  }

  /** Returns the lines from the 0-based index {@code start}. */
  public final List<String> cat(long start) throws IOException {
    return cat(start, Long.MAX_VALUE);
  }

  /**
   * Returns the lines of {@code [start, end)}, 0-based; both are limited to the text, a negative
   * end returns none.
   */
  public final List<String> cat(long start, long end) throws IOException {
    return collect(start, end, line -> true, ResultBudget.forProgram());
  }

  /** Returns the number of stored bytes; uses the size hints if they are set. */
  public final long byteLength() throws IOException {
    SizeHints hints = sizeHints;
    return hints == null ? reader.byteLength() : hints.byteLength();
  }

  /** Returns the number of lines; uses the size hints if they are set. */
  public final long lineCount() throws IOException {
    SizeHints hints = sizeHints;
    return hints == null ? reader.lineCount() : hints.lineCount();
  }

  /**
   * Returns the tokens of the whole text, including line ends, by the id of a built-in or
   * registered encoding.
   */
  public final int estimateTokens(String encodingId) throws IOException {
    return Tokenizable.estimateTokens(asString(), encodingId);
  }

  /**
   * Returns the whole text as stored; throws {@code E_ARTIFACT_QUERY_LIMIT} if it has more bytes
   * than an eighth of the heap.
   */
  public final String asString() throws IOException {
    long bytes = reader.byteLength();
    if (bytes > LARGEST_WHOLE) {
      throw AdkException.of(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT)
          .message(
              "The text has %s bytes, but this process can hold at most %s of one text in memory;"
                      .formatted(bytes, LARGEST_WHOLE)
                  + " request a range of lines.")
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
   * Sets the producer's known sizes, so that size queries do not need the reader. Not part of a
   * snapshot.
   */
  public final void setSizeHints(SizeHints hints) {
    this.sizeHints = hints;
  }

  /**
   * Returns the library's own text that replaces this artifact in a prompt, with the queries of the
   * built-in types; reads nothing.
   *
   * @throws IllegalStateException without size hints
   */
  public final String handleText(String callId) {
    SizeHints hints = sizeHints;
    if (hints == null) {
      throw new IllegalStateException(
          "The artifact of call %s has no size hints; set them before its handle is rendered."
              .formatted(callId));
    }
    Handle handle = new Handle(callId, this, hints.byteLength(), hints.lineCount());
    return handle.text(ArtifactTypes.queries(this, ArtifactTypes.sharedBuiltIns().all()));
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

  /**
   * The size of a text, as its producer knows it.
   *
   * @param byteLength stored bytes
   * @param lineCount lines, including the empty one after a last {@code \n}
   */
  public record SizeHints(long byteLength, long lineCount) {

    public SizeHints {
      new Violations()
          .check(byteLength >= 0, "$.byteLength", "range", "must be 0 or more")
          .check(lineCount >= 0, "$.lineCount", "range", "must be 0 or more")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }

    /** Returns the size of the text after spooling. */
    public static SizeHints of(String text) {
      SpoolReader reader = SpoolReader.of(text);
      try {
        return new SizeHints(reader.byteLength(), reader.lineCount());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Replaces an artifact in a prompt.
   *
   * @param callId the tool call's or retrievable's id
   * @param byteLength size in bytes; 0 if it cannot be read
   * @param lineCount number of lines; 0 if it cannot be read
   */
  public record Handle(String callId, SpooledArtifact artifact, long byteLength, long lineCount) {

    /**
     * Returns the library's own text for the prompt and for token counts. Does no I/O.
     *
     * @param queries the tools that read the artifact; may be empty
     */
    public String text(List<ArtifactQuery<?>> queries) {
      List<String> lines = new ArrayList<>();
      lines.add(
          "This tool's result is large and was left out of the conversation, to save context.");
      lines.add("- callId: " + callId);
      lines.add("- kind: " + artifact.getClass().getSimpleName());
      lines.add("- byteLength: " + byteLength);
      lines.add("- lineCount: " + lineCount);
      if (queries.isEmpty()) {
        lines.add("Its body is nowhere else in this prompt.");
        return String.join("\n", lines);
      }
      lines.add("To read it, call one of these tools with callId=" + callId + ":");
      queries.forEach(query -> lines.add("- " + query.name() + " — " + query.description()));
      lines.add(
          "The artifact stays available during this turn and may be asked again and again; its body"
              + " is nowhere else in this prompt.");
      return String.join("\n", lines);
    }
  }
}
