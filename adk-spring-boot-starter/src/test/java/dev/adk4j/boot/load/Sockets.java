package dev.adk4j.boot.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that no HTTP client can play: thousands that read on one thread, some that never read,
 * some that reset their connection, some that send far too much.
 */
final class Sockets implements AutoCloseable {

  private static final int CHUNK = 64 * 1024;

  private final int port;
  private final Selector selector;
  private final Thread reading;
  private final Queue<SocketChannel> joining = new ConcurrentLinkedQueue<>();
  private final Queue<SocketChannel> readers = new ConcurrentLinkedQueue<>();
  private final Queue<SocketChannel> mute = new ConcurrentLinkedQueue<>();
  final AtomicLong read = new AtomicLong();
  private volatile boolean closed;

  Sockets(int port) throws IOException {
    this.port = port;
    this.selector = Selector.open();
    this.reading = Thread.ofPlatform().name("readers").start(this::readAll);
  }

  /** Reads all that comes; where there are more than so many, the oldest leaves. */
  void reader(String path, int most) throws IOException {
    SocketChannel channel = ask(path);
    channel.configureBlocking(false);
    joining.add(channel);
    selector.wakeup();
    keep(readers, channel, most);
  }

  /** How many readers are connected. */
  long readers() {
    return readers.stream().filter(SocketChannel::isOpen).count();
  }

  /**
   * Never reads a byte; its window is small. Where there are more than so many, the oldest leaves.
   */
  void mute(String path, int most) throws IOException {
    keep(mute, ask(path), most);
  }

  private static void keepNone(Queue<SocketChannel> all) throws IOException {
    for (SocketChannel one = all.poll(); one != null; one = all.poll()) {
      one.close();
    }
  }

  private static void keep(Queue<SocketChannel> all, SocketChannel one, int most)
      throws IOException {
    synchronized (all) {
      all.add(one);
      while (all.size() > most) {
        all.remove().close();
      }
    }
  }

  /** Asks, waits for the beginning of the answer and resets the connection. */
  void reset(String path) throws IOException {
    try (SocketChannel channel = ask(path)) {
      channel.read(ByteBuffer.allocate(64));
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    }
  }

  private SocketChannel ask(String path) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
    channel.connect(new InetSocketAddress("127.0.0.1", port));
    String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    channel.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
    return channel;
  }

  /**
   * Sends 64 MiB, or as much as the server takes.
   *
   * @return the first line of the answer; empty where the server hung up while it was written to
   */
  String flood(String path, String user, boolean announced) throws IOException {
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s%s\r\n"
            .formatted(
                path,
                user.isEmpty() ? "" : LoadedApp.USER + ": " + user + "\r\n",
                announced
                    ? "Content-Length: " + (64 << 20) + "\r\n"
                    : "Transfer-Encoding: chunked\r\n");
    byte[] part = new byte[CHUNK];
    Arrays.fill(part, (byte) 'a');
    part[0] = '"';
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      try {
        for (int sent = 0; sent < 64 << 20; sent += CHUNK) {
          if (!announced) {
            socket.getOutputStream().write("10000\r\n".getBytes(StandardCharsets.US_ASCII));
          }
          socket.getOutputStream().write(part);
          if (!announced) {
            socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
          }
        }
      } catch (IOException hungUp) {
        // its answer may still be there
      }
      byte[] answer = new byte[64];
      int n = socket.getInputStream().read(answer);
      return n <= 0
          ? ""
          : new String(answer, 0, n, StandardCharsets.US_ASCII).lines().toList().get(0);
    } catch (IOException hungUp) {
      return "";
    }
  }

  private void readAll() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
    try {
      while (!closed) {
        selector.select(200);
        for (SocketChannel next = joining.poll(); next != null; next = joining.poll()) {
          if (next.isOpen()) {
            next.register(selector, SelectionKey.OP_READ);
          }
        }
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isValid()) {
            read(key, buffer.clear());
          }
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(SelectionKey key, ByteBuffer buffer) throws IOException {
    int n;
    try {
      n = ((SocketChannel) key.channel()).read(buffer);
    } catch (IOException gone) {
      n = -1;
    }
    if (n < 0) {
      key.channel().close();
    } else {
      read.addAndGet(n);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    try {
      reading.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    keepNone(readers);
    keepNone(mute);
    selector.close();
  }
}
