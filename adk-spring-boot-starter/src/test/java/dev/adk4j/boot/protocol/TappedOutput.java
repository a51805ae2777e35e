package dev.adk4j.boot.protocol;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Writes what a function makes of the bytes that are written, and tells when it is flushed. */
final class TappedOutput extends ServletOutputStream {

  private final ServletOutputStream out;
  private final UnaryOperator<byte[]> change;
  private final Runnable flushed;

  private TappedOutput(ServletOutputStream out, UnaryOperator<byte[]> change, Runnable flushed) {
    this.out = out;
    this.change = change;
    this.flushed = flushed;
  }

  static HttpServletResponse tapped(
      HttpServletResponse response, UnaryOperator<byte[]> change, Runnable flushed) {
    return new HttpServletResponseWrapper(response) {
      @Override
      public ServletOutputStream getOutputStream() throws IOException {
        return new TappedOutput(super.getOutputStream(), change, flushed);
      }

      @Override
      public void flushBuffer() throws IOException {
        flushed.run();
        super.flushBuffer();
      }
    };
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(change.apply(Arrays.copyOfRange(bytes, offset, offset + length)));
  }

  @Override
  public void flush() throws IOException {
    flushed.run();
    out.flush();
  }

  @Override
  public boolean isReady() {
    return out.isReady();
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    out.setWriteListener(listener);
  }
}
