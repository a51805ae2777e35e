package dev.adk4j.bytes;

import dev.adk4j.internal.HeapShare;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Splits decoded text at {@code \n}: for readers without random access to bytes. */
final class ReaderLineCursor implements LineCursor {

  private static final long LONGEST = HeapShare.of(64, Integer.MAX_VALUE - 8);

  private final Reader in;
  private final char[] buffer = new char[8192];
  private int position;
  private int limit;
  private boolean first = true;
  private boolean ended;
  private boolean over;

  ReaderLineCursor(Reader in) {
    this.in = in;
  }

  @Override
  public @Nullable String next() throws IOException {
    StringBuilder line = new StringBuilder();
    while (!ended) {
      for (int i = position; i < limit; i++) {
        if (buffer[i] == '\n') {
          line.append(buffer, position, i - position);
          position = i + 1;
          first = false;
          return line.toString();
        }
      }
      line.append(buffer, position, limit - position);
      if (line.length() > LONGEST) {
        throw ByteLineCursor.tooLong(LONGEST);
      }
      position = 0;
      limit = Math.max(0, fill());
    }
    if (over || (first && line.isEmpty())) {
      return null;
    }
    over = true;
    return line.toString();
  }

  private int fill() throws IOException {
    int read = in.read(buffer, 0, buffer.length);
    ended = read < 0;
    return read;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
