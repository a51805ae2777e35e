package dev.adk4j.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request as bytes of HTTP/1.1, with all its parts open to be spoiled. Not thread-safe. */
final class FuzzRequest {

  /** What was spoiled, as far as it decides who answers. */
  enum Spoiled {
    /** Still the route's own path: a variable of it, the query, a header or the body. */
    CONTENT,
    /** May lead to another route, or to none. */
    TARGET,
    /** May be refused before any application sees it. */
    WIRE,
    /** The client says that it takes no JSON, so that it may get nothing. */
    ACCEPT
  }

  /**
   * A part of the path between slashes, as it is written.
   *
   * @param variable whether any text may stand there
   */
  record Segment(String text, boolean variable) {}

  record Header(String name, String value) {}

  /** What a server takes of a head by default, less a little. */
  private static final int MOST_HEAD = 8_000;

  private static final int SHOWN = 1_000;

  String method;
  String version = "HTTP/1.1";
  final List<Segment> path = new ArrayList<>();
  final List<String> query = new ArrayList<>();
  final List<Header> headers = new ArrayList<>();
  byte @Nullable [] body;
  boolean chunked;

  /** What Content-Length says more, or less, than the truth. */
  int lengthOff;

  /** Bytes of the body that are not sent. */
  int cut;

  final Set<Spoiled> spoiled = EnumSet.noneOf(Spoiled.class);

  private FuzzRequest(String method) {
    this.method = method;
  }

  /**
   * A right request.
   *
   * @param template such as {@code /adk/gates/{}}, with a place for each of the values
   */
  static FuzzRequest of(String method, String template, String... values) {
    FuzzRequest request = new FuzzRequest(method);
    int next = 0;
    for (String part : template.substring(1).split("/", -1)) {
      boolean variable = part.equals("{}");
      request.path.add(new Segment(variable ? Percent.encoded(values[next++]) : part, variable));
    }
    return request;
  }

  /** The same, to be spoiled apart from this one. */
  FuzzRequest copy() {
    FuzzRequest copy = new FuzzRequest(method);
    copy.path.addAll(path);
    copy.query.addAll(query);
    copy.headers.addAll(headers);
    copy.body = body;
    return copy;
  }

  FuzzRequest header(String name, String value) {
    headers.add(new Header(name, value));
    return this;
  }

  FuzzRequest query(String name, String value) {
    query.add(name + "=" + Percent.encoded(value));
    return this;
  }

  FuzzRequest json(String text) {
    this.body = text.getBytes(UTF_8);
    return header("Content-Type", "application/json");
  }

  FuzzRequest body(String type, String text) {
    this.body = text.getBytes(UTF_8);
    return header("Content-Type", type);
  }

  boolean isValid() {
    return spoiled.isEmpty();
  }

  /** Whether the server may refuse it before any application sees it. */
  boolean isOffTheWire() {
    return spoiled.contains(Spoiled.WIRE) || head().length() > MOST_HEAD;
  }

  String target() {
    StringBuilder target = new StringBuilder();
    path.forEach(segment -> target.append('/').append(segment.text()));
    if (!query.isEmpty()) {
      target.append('?').append(String.join("&", query));
    }
    return target.toString();
  }

  private String head() {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target()).append(' ').append(version).append("\r\n");
    headers.forEach(h -> head.append(h.name()).append(": ").append(h.value()).append("\r\n"));
    if (body != null && chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (body != null) {
      head.append("Content-Length: ").append(body.length + lengthOff).append("\r\n");
    }
    return head.append("Connection: close\r\n\r\n").toString();
  }

  byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head().getBytes(UTF_8));
    byte[] sent = body == null ? new byte[0] : body;
    int length = Math.max(0, sent.length - cut);
    if (body != null && chunked) {
      writeChunks(out, sent, length);
    } else {
      out.write(sent, 0, length);
    }
    return out.toByteArray();
  }

  private void writeChunks(ByteArrayOutputStream out, byte[] sent, int length) {
    int size = Math.max(1, length / 3);
    for (int at = 0; at < length; at += size) {
      int n = Math.min(size, length - at);
      out.writeBytes((Integer.toHexString(n) + "\r\n").getBytes(UTF_8));
      out.write(sent, at, n);
      out.writeBytes("\r\n".getBytes(UTF_8));
    }
    if (cut == 0) {
      out.writeBytes("0\r\n\r\n".getBytes(UTF_8));
    }
  }

  /** The head and the beginning of the body, in ASCII. */
  @Override
  public String toString() {
    StringBuilder shown = new StringBuilder();
    byte[] bytes = bytes();
    for (int i = 0; i < Math.min(bytes.length, SHOWN); i++) {
      int b = bytes[i] & 0xff;
      if (b == '\n' || (b >= ' ' && b < 0x7f)) {
        shown.append((char) b);
      } else if (b != '\r') {
        shown.append("\\x%02x".formatted(b));
      }
    }
    return shown + (bytes.length > SHOWN ? "... (" + bytes.length + " bytes)" : "");
  }
}
