package dev.adk4j.bytes.url;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;

/** A body that fails, instead of ending early, if it exceeds its maximum size or its deadline. */
final class BoundedBody extends InputStream {

  private final InputStream body;
  private final long maxBytes;
  private final CompletableFuture<Void> watch;
  private volatile boolean late;
  private long read;

  BoundedBody(InputStream body, long maxBytes, long deadline) {
    this.body = body;
    this.maxBytes = maxBytes;
    this.watch = UrlTransport.at(deadline, this::expire);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count;
    try {
      count = body.read(buffer, offset, length);
    } catch (IOException e) {
      // The socket's own timeout is as long and may occur first.
      late |= e instanceof SocketTimeoutException;
      checkTime();
      throw e;
    }
    // A closed body may look like one that has ended.
    checkTime();
    read += Math.max(0, count);
    if (read > maxBytes) {
      close();
      throw new IOException("The body is larger than the limit of " + maxBytes + " bytes.");
    }
    return count;
  }

  @Override
  public int available() throws IOException {
    return body.available();
  }

  @Override
  public void close() throws IOException {
    watch.cancel(false);
    body.close();
  }

  private void checkTime() throws IOException {
    if (late) {
      throw new HttpTimeoutException("The body did not arrive in time.");
    }
  }

  private void expire() {
    late = true;
    try {
      body.close();
    } catch (IOException e) {
      // The reading thread reports the timeout; there is nothing more to release.
      late = true;
    }
  }
}
