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
 * Provides lazy access to text by lines. Only {@code \n} ends a line; {@code \r} is part of it.
 * Text that ends in {@code \n} has a last empty line; empty text has no line. Thread-safe; stable
 * for the reader's life.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface SpoolReader {

  /** Returns a reader of the text; its descriptor contains the whole text. */
  static SpoolReader of(String text) {
    return new InMemorySpoolReader(Surrogates.replaced(text).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a reader of a copy of the bytes, decoded as UTF-8; its descriptor contains all of them.
   */
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

  /** Returns the whole decoded text, with line ends and trailing {@code \n} as stored. */
  String readAll() throws IOException;

  /**
   * Opens the whole decoded text as a stream of characters, with constant memory if the store
   * supports it.
   */
  default Reader open() throws IOException {
    return new BufferedReader(new StringReader(readAll()));
  }

  /**
   * Opens the lines from a 0-based index; from the first if it is negative, none if it is past the
   * last. Uses the memory of one line if {@link #open()} uses constant memory.
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

  /** Returns the location of the text, or empty for a reader that cannot be stored. Does no I/O. */
  default Optional<ReaderDescriptor> describe() {
    return Optional.empty();
  }
}
