package dev.adk4j.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Stores the start of every n-th line. When the table is full, it drops every other entry and
 * doubles n, so it never exceeds {@link #MAX_ENTRIES} for any length of text. Filled by one thread,
 * then read by many.
 */
final class LineIndex {

  static final int MAX_ENTRIES = 16 * 1024;

  private long[] starts = new long[16];
  private int used = 1;
  private long stride = 1;
  private long newlines;
  private long bytes;

  /** Reads the stream to its end; the caller closes it. */
  static LineIndex scan(InputStream in) throws IOException {
    LineIndex index = new LineIndex();
    byte[] buffer = new byte[64 * 1024];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      index.accept(buffer, read);
    }
    return index;
  }

  /** Processes the next {@code length} bytes of the text. */
  void accept(byte[] buffer, int length) {
    for (int i = 0; i < length; i++) {
      if (buffer[i] == '\n') {
        newlines++;
        if (newlines % stride == 0) {
          add(bytes + i + 1);
        }
      }
    }
    bytes += length;
  }

  private void add(long start) {
    if (used == MAX_ENTRIES) {
      used = MAX_ENTRIES / 2;
      for (int i = 0; i < used; i++) {
        starts[i] = starts[2 * i];
      }
      // The entry being added is the MAX_ENTRIES-th of the old stride, so it is one of the new.
      stride *= 2;
    } else if (used == starts.length) {
      starts = Arrays.copyOf(starts, used * 2);
    }
    starts[used++] = start;
  }

  long byteLength() {
    return bytes;
  }

  /** Returns one more than the number of line ends; 0 for an empty text. */
  long lineCount() {
    return bytes == 0 ? 0 : newlines + 1;
  }

  /** Returns the last line at or before {@code line} whose start is in the table. */
  long knownLine(long line) {
    return line / stride * stride;
  }

  /** Returns the start of a {@linkplain #knownLine known line}. */
  long startOf(long knownLine) {
    return starts[(int) (knownLine / stride)];
  }

  int entries() {
    return used;
  }
}
