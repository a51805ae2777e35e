package dev.adk4j.jdbc;

import dev.adk4j.bytes.LineCursor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a content from one line on. Holds one piece and one line; a line's start is found by
 * what was counted when the content was written, without reading what precedes it. For one thread.
 */
final class BlobLines implements LineCursor {

  private final BlobStatements statements;
  private final Blob blob;
  private long line;
  private long offset;
  private int chunk = -1;
  private byte[] piece = new byte[0];

  private BlobLines(BlobStatements statements, Blob blob) {
    this.statements = statements;
    this.blob = blob;
  }

  /** Before the line, or at the end where the content has no such line. */
  static BlobLines at(BlobStatements statements, Blob blob, long line) throws IOException {
    BlobLines lines = new BlobLines(statements, blob);
    if (line >= blob.lineCount()) {
      lines.line = blob.lineCount();
    } else if (line > 0) {
      lines.seek(line);
    }
    return lines;
  }

  /**
   * Goes to a line if that needs no look-up: the next one, or one in the piece at hand; false where
   * it does.
   */
  boolean moveTo(long target) throws IOException {
    while (line < target
        && line < blob.lineCount()
        && offset < blob.startOf(chunk) + piece.length) {
      next();
    }
    return line == target;
  }

  @Override
  public @Nullable String next() throws IOException {
    if (line >= blob.lineCount()) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (offset < blob.byteLength()) {
      load(blob.chunkAt(offset));
      int from = (int) (offset - blob.startOf(chunk));
      int end = lineFeed(from);
      int until = end < 0 ? piece.length : end;
      bytes.write(piece, from, until - from);
      offset += until - from;
      if (end >= 0) {
        offset++;
        break;
      }
    }
    line++;
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Nothing is held that needs closing. */
  @Override
  public void close() {}

  private void seek(long target) throws IOException {
    BlobStatements.Place place = statements.pieceWithLineFeed(blob, target);
    load(place.chunk());
    int at = -1;
    for (long feeds = place.linesBefore(); feeds < target; feeds++) {
      at = lineFeed(at + 1);
      if (at < 0) {
        throw new IOException(
            "The stored lines do not match what was counted when they were written.");
      }
    }
    line = target;
    offset = blob.startOf(chunk) + at + 1;
  }

  private void load(int n) throws IOException {
    if (n != chunk) {
      piece = statements.chunk(blob, n);
      chunk = n;
    }
  }

  private int lineFeed(int from) {
    for (int i = from; i < piece.length; i++) {
      if (piece[i] == '\n') {
        return i;
      }
    }
    return -1;
  }
}
