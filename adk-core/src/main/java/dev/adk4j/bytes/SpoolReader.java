package dev.adk4j.bytes;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.internal.Surrogates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Lazy access to text by lines. Lines end at {@code \n} only; a {@code \r} stays, text that ends in
 * {@code \n} has a last empty line, empty text has no line. Safe for concurrent use; stable for the
 * reader's life.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface SpoolReader {

  /** Returns a reader of the text, whose descriptor holds all of it. */
  static SpoolReader of(String text) {
    return new InMemorySpoolReader(Surrogates.replaced(text).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a reader of a copy of the bytes, read as UTF-8; the descriptor holds all of them. */
  static SpoolReader of(byte[] bytes) {
    return new InMemorySpoolReader(bytes.clone());
  }

  /**
   * Returns the line at a 0-based index without its {@code \n}; empty outside the text, never an
   * exception for an index.
   */
  Optional<String> line(long index) throws IOException;

  /** Returns the number of stored bytes, not of characters. */
  long byteLength() throws IOException;

  /** Returns the number of lines. */
  long lineCount() throws IOException;

  /** Returns the whole decoded text, line ends and trailing {@code \n} as stored. */
  String readAll() throws IOException;

  /**
   * Opens the whole decoded text as a stream of characters, with constant memory where the store
   * allows it.
   */
  default Reader open() throws IOException {
    return new BufferedReader(new StringReader(readAll()));
  }

  /**
   * Opens the lines from a 0-based index on; from the first where it is negative, none where it is
   * past the last. Constant memory, but for one line, where {@link #open()} has it.
   */
  default LineCursor lines(long from) throws IOException {
    LineCursor cursor = new ReaderLineCursor(open());
    try {
      long skipped = 0;
      while (skipped < from && cursor.next() != null) {
        skipped++;
      }
      return cursor;
    } catch (IOException | RuntimeException e) {
      cursor.close();
      throw e;
    }
  }

  /** Returns the place of the text, or empty for a reader that cannot be stored. Does no I/O. */
  default Optional<ReaderDescriptor> describe() {
    return Optional.empty();
  }
}
