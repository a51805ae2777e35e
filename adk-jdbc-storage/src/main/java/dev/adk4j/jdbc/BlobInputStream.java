package dev.adk4j.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Reads content as a stream. Keeps one chunk in memory and holds no connection between chunks. Not
 * thread-safe.
 */
final class BlobInputStream extends InputStream {

  private final BlobStatements statements;
  private final Blob blob;
  private byte[] piece = new byte[0];
  private int position;
  private long fetched;

  BlobInputStream(BlobStatements statements, Blob blob) {
    this.statements = statements;
    this.blob = blob;
  }

  @Override
  public int read() throws IOException {
    return fill() ? piece[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, piece.length - position);
    System.arraycopy(piece, position, target, offset, count);
    position += count;
    return count;
  }

  @Override
  public int available() {
    return piece.length - position;
  }

  private boolean fill() throws IOException {
    if (position < piece.length) {
      return true;
    }
    if (fetched >= blob.byteLength()) {
      return false;
    }
    piece = statements.chunk(blob, blob.chunkAt(fetched));
    fetched += piece.length;
    position = 0;
    return true;
  }
}
