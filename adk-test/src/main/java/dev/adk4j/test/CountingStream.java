package dev.adk4j.test;

import dev.adk4j.bytes.ByteSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Source of bytes that counts how often it is opened, closed and read to its end. */
final class CountingStream implements ByteSource.StreamSource {

  private final byte[] bytes;
  private final int failAt;
  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  final AtomicInteger drained = new AtomicInteger();

  CountingStream(byte[] bytes) {
    this(bytes, Integer.MAX_VALUE);
  }

  private CountingStream(byte[] bytes, int failAt) {
    this.bytes = bytes;
    this.failAt = failAt;
  }

  /**
   * Returns a source that throws an {@link IOException} instead of returning the byte at an index.
   */
  static CountingStream failing(byte[] bytes, int failAt) {
    return new CountingStream(bytes, failAt);
  }

  @Override
  public InputStream open() {
    opened.incrementAndGet();
    return new Counted(new ByteArrayInputStream(bytes));
  }

  private final class Counted extends FilterInputStream {

    private int read;
    private boolean open = true;

    private Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length > 0 && read >= failAt) {
        throw new IOException("the stream broke after " + read + " bytes");
      }
      // Short reads, like those of a network.
      int count =
          super.read(target, offset, Math.min(Math.min(length, 4_001), Math.max(failAt - read, 1)));
      if (count < 0 && length > 0) {
        drained.incrementAndGet();
      }
      read += Math.max(count, 0);
      return count;
    }

    @Override
    public void close() throws IOException {
      if (open) {
        open = false;
        closed.incrementAndGet();
      }
      super.close();
    }
  }
}
