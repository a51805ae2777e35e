package dev.adk4j.springai.wire;

import dev.adk4j.value.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Plays answers of providers as they came over the wire, one for each request, each over a
 * connection of its own. Sees when a client closes its connection, and counts what it wrote.
 */
final class RecordedServer implements AutoCloseable {

  /** Ends a body in the middle, without the last chunk. */
  static final String CUT = "!cut";

  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private final ServerSocket server;
  private final Deque<Answer> script = new ArrayDeque<>();
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
  private final AtomicLong written = new AtomicLong();
  private final CountDownLatch left = new CountDownLatch(1);
  private volatile long leftAt;

  /**
   * @param framed false for a body that ends with the connection, so that nothing tells a cut
   */
  private record Answer(int status, String type, byte[] body, boolean endless, boolean framed) {

    Answer(int status, String type, String body, boolean endless) {
      this(status, type, body.getBytes(StandardCharsets.UTF_8), endless, true);
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private RecordedServer(ServerSocket server) {
    this.server = server;
  }

  static RecordedServer start() {
    try {
      RecordedServer started =
          new RecordedServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      Thread.ofVirtual().start(started::accept);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  RecordedServer json(int status, String body) {
    return then(new Answer(status, "application/json", body, false));
  }

  /** A body that streams: server-sent events, or one JSON object a line. */
  RecordedServer stream(String body) {
    return then(new Answer(200, type(body), body, false));
  }

  /** A body that ends where the connection does, as old proxies send it. */
  RecordedServer unframed(String type, byte[] body) {
    return then(new Answer(200, type, body, false, false));
  }

  /** Repeats the last line of the body until the client leaves. */
  RecordedServer endless(String body) {
    return then(new Answer(200, type(body), body, true));
  }

  /** Forgets the answers that were not asked for. */
  RecordedServer clear() {
    synchronized (script) {
      script.clear();
    }
    return this;
  }

  List<JsonNode> requests() {
    return requests;
  }

  /** Bytes of bodies that were written so far. */
  long written() {
    return written.get();
  }

  /**
   * Waits until a client has closed the connection of an answer that was not at its end.
   *
   * @return when that was, by {@link System#nanoTime()}
   */
  long clientLeft() throws InterruptedException {
    if (!left.await(20, TimeUnit.SECONDS)) {
      throw new AssertionError("The client still reads; it was sent " + written() + " bytes.");
    }
    return leftAt;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private RecordedServer then(Answer answer) {
    synchronized (script) {
      script.add(answer);
    }
    return this;
  }

  private static String type(String body) {
    return body.startsWith("{") ? "application/x-ndjson" : "text/event-stream";
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String body = request(in);
      if (body == null) {
        return;
      }
      requests.add(Json.read(body));
      Answer answer;
      synchronized (script) {
        answer = script.remove();
      }
      OutputStream out = socket.getOutputStream();
      out.write(
          ("HTTP/1.1 "
                  + answer.status()
                  + " Recorded\r\nContent-Type: "
                  + answer.type()
                  + (answer.framed() ? "\r\nTransfer-Encoding: chunked" : "")
                  + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      if (!answer.framed()) {
        out.write(answer.body());
        return;
      }
      Thread.ofVirtual().start(() -> watch(in));
      if (play(answer, out)) {
        chunk(out, "");
      }
    } catch (IOException e) {
      // the client went away: what watch() tells
    }
  }

  /** A client sends nothing more: what comes is the end of the connection. */
  private void watch(InputStream in) {
    try {
      in.read();
    } catch (IOException e) {
      // closed likewise
    }
    leftAt = System.nanoTime();
    left.countDown();
  }

  private boolean play(Answer answer, OutputStream out) throws IOException {
    List<String> lines = answer.text().lines().toList();
    for (String line : lines) {
      if (line.equals(CUT)) {
        return false;
      }
      chunk(out, line + "\n");
    }
    while (answer.endless()) {
      if (left.getCount() == 0) {
        return false;
      }
      chunk(out, lines.getLast() + "\n\n");
      pause();
    }
    return true;
  }

  /** So that the endless answer does not fill the buffers of a client that reads no more. */
  private void pause() {
    try {
      left.await(2, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void chunk(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    chunk.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    chunk.write(bytes);
    chunk.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    out.write(chunk.toByteArray());
    out.flush();
    written.addAndGet(bytes.length);
  }

  private static String request(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        return null;
      }
      head.append((char) c);
    }
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      return new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8);
    }
    StringBuilder body = new StringBuilder();
    for (int size = size(in); size > 0; size = size(in)) {
      body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
      line(in);
    }
    line(in);
    return body.toString();
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
