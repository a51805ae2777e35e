package dev.adk4j.bytes;

import dev.adk4j.internal.HeapShare;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Splits decoded text at {@code \n}: for readers without random access to bytes. */
final class ReaderLineCursor implements LineCursor {

  private static final long LONGEST = HeapShare.of(64, Integer.MAX_VALUE - 8);

  private final BufferedReader in;
  private boolean first = true;
  private boolean ended;

  ReaderLineCursor(Reader in) {
    this.in = in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
  }

  @Override
  public @Nullable String next() throws IOException {
    if (ended) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      line.append((char) next);
      if (line.length() > LONGEST) {
        throw ByteLineCursor.tooLong(LONGEST);
      }
      next = in.read();
    }
    ended = next < 0;
    boolean none = ended && first && line.isEmpty();
    first = false;
    return none ? null : line.toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
