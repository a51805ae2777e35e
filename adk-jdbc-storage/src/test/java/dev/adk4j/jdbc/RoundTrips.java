package dev.adk4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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
 * URL: {@code socketFactory=dev.adk4j.jdbc.RoundTrips}.
 */
public final class RoundTrips extends SocketFactory {

  /** HikariCP's, read when a pool is made. */
  private static final String TRUSTED_MILLIS = "com.zaxxer.hikari.aliveBypassWindowMs";

  private static final AtomicLong COUNT = new AtomicLong();

  private static String in(String url) {
    return url + (url.contains("?") ? "&" : "?") + "socketFactory=" + RoundTrips.class.getName();
  }

  /**
   * A pool that makes no round trips of its own, however long a connection lies there; without, it
   * asks a connection that was not used for half a second whether it is still good.
   *
   * @param config its URL is changed to be counted
   */
  public static HikariDataSource pool(HikariConfig config) {
    config.setJdbcUrl(in(config.getJdbcUrl()));
    config.setMinimumIdle(1);
    config.setKeepaliveTime(0);
    config.setMaxLifetime(0);
    String before = System.getProperty(TRUSTED_MILLIS);
    System.setProperty(TRUSTED_MILLIS, String.valueOf(Long.MAX_VALUE));
    try {
      return TestDatabase.pool(config);
    } finally {
      if (before == null) {
        System.clearProperty(TRUSTED_MILLIS);
      } else {
        System.setProperty(TRUSTED_MILLIS, before);
      }
    }
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
