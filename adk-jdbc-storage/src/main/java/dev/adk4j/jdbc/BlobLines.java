package dev.adk4j.jdbc;

import dev.adk4j.bytes.LineCursor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of content from a given line. Keeps one chunk and one line in memory. Locates a
 * line by the line counts stored with each chunk, without reading the preceding text. Not
 * thread-safe.
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

  /** Returns a cursor before the line, or at the end if there is no such line. */
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
   * Moves to a line if it is the next line or in the current chunk. Returns false for any other
   * line, which needs a lookup.
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

  /** Does nothing; no resource is held. */
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
            "The stored lines do not match the line count recorded when they were written.");
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
