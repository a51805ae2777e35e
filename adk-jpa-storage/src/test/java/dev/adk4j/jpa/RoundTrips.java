package dev.adk4j.jpa;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * Counts how often PostgreSQL's driver sends something and then waits for the answer. Named in the
 * URL: {@code socketFactory=dev.adk4j.jpa.RoundTrips}.
 */
public final class RoundTrips extends SocketFactory {

  private static final AtomicLong COUNT = new AtomicLong();

  public static String in(String url) {
    return url + (url.contains("?") ? "&" : "?") + "socketFactory=" + RoundTrips.class.getName();
  }

  /** Of all connections that were opened with this. */
  public static long count() {
    return COUNT.get();
  }

  @Override
  public Socket createSocket() {
    return new CountingSocket();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException();
  }

  private static final class CountingSocket extends Socket {

    private volatile boolean asked;

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(int b) throws IOException {
          asked = true;
          out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          asked = true;
          out.write(bytes, from, length);
        }
      };
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          waiting();
          return in.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
          waiting();
          return in.read(bytes, from, length);
        }
      };
    }

    private void waiting() {
      if (asked) {
        asked = false;
        COUNT.incrementAndGet();
      }
    }
  }
}
