package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Splits bytes at {@code \n} and decodes them line by line. No byte of a multi-byte UTF-8 sequence
 * is a {@code \n}, so a line decodes to the same characters alone as within the whole text.
 */
final class ByteLineCursor implements LineCursor {

  private static final int BUFFER = 16 * 1024;

  /** The maximum length of a line in bytes: several copies are in memory during decoding. */
  private static final long LONGEST = HeapShare.of(32, Integer.MAX_VALUE - 8);

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private long offset;
  private boolean begun;
  private boolean ended;

  /**
   * @param offset of the stream's start in the text
   * @param begun true if a line is known to start there, even if no byte follows
   */
  ByteLineCursor(InputStream in, long offset, boolean begun) {
    this.in = in;
    this.offset = offset;
    this.begun = begun;
  }

  /** Returns the start of the next line; undefined if there is none. */
  long offset() {
    return offset;
  }

  @Override
  public @Nullable String next() throws IOException {
    ByteArrayOutputStream carried = null;
    while (!ended) {
      int end = newline();
      if (end >= 0) {
        String line = text(carried, end);
        consume(end);
        return line;
      }
      if (limit > position) {
        carried = carried == null ? new ByteArrayOutputStream() : carried;
        carried.write(buffer, position, limit - position);
        if (carried.size() > LONGEST) {
          throw tooLong(LONGEST);
        }
      }
      fill();
    }
    return last(carried);
  }

  static AdkException tooLong(long limit) {
    return AdkException.saying(
        AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
        "The text has a line of more than %s bytes, which is too large for the memory of this"
            + " process.",
        limit);
  }

  /** Skips one line without decoding it; returns false after the last line. */
  boolean skip() throws IOException {
    while (!ended) {
      int end = newline();
      if (end >= 0) {
        consume(end);
        return true;
      }
      fill();
    }
    return last(null) != null;
  }

  private @Nullable String last(@Nullable ByteArrayOutputStream carried) {
    if (!begun) {
      return null;
    }
    begun = false;
    return carried == null ? "" : text(carried, position);
  }

  private String text(@Nullable ByteArrayOutputStream carried, int end) {
    if (carried == null) {
      return new String(buffer, position, end - position, StandardCharsets.UTF_8);
    }
    carried.write(buffer, position, end - position);
    return carried.toString(StandardCharsets.UTF_8);
  }

  private int newline() {
    for (int i = position; i < limit; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void consume(int end) {
    offset += end + 1 - position;
    position = end + 1;
    begun = true;
  }

  private void fill() throws IOException {
    offset += limit - position;
    position = 0;
    limit = 0;
    int read = in.read(buffer, 0, BUFFER);
    if (read < 0) {
      ended = true;
    } else {
      limit = read;
      begun |= read > 0;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
