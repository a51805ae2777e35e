package dev.adk4j.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came back.
 *
 * @param status 0 where the server hung up without an answer
 * @param headers by name in lower case
 */
record FuzzAnswer(int status, Map<String, String> headers, String body, long millis) {

  private static final int MOST = 8 << 20;

  String type() {
    return headers.getOrDefault("content-type", "");
  }

  /**
   * Sends on a connection of its own.
   *
   * @throws SocketTimeoutException where the server says nothing for {@code patience}
   */
  static FuzzAnswer to(FuzzRequest request, int port, int patience) throws IOException {
    long start = System.nanoTime();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), patience);
      socket.setSoTimeout(patience);
      try {
        OutputStream out = socket.getOutputStream();
        out.write(request.bytes());
        out.flush();
        socket.shutdownOutput();
      } catch (IOException refusedEarly) {
        // the answer may be there all the same
      }
      return read(new BufferedInputStream(socket.getInputStream()), request.method, start);
    }
  }

  private static FuzzAnswer read(InputStream in, String method, long start) throws IOException {
    try {
      int status;
      Map<String, String> headers;
      do {
        String line = line(in);
        String[] words = line.split(" ", 3);
        if (words.length < 2 || !words[1].matches("[0-9]{3}")) {
          throw new EOFException(line);
        }
        status = Integer.parseInt(words[1]);
        headers = headers(in);
      } while (status == 100);
      boolean empty = method.equals("HEAD") || status == 204 || status == 304;
      byte[] body = empty ? new byte[0] : body(in, headers);
      long millis = (System.nanoTime() - start) / 1_000_000;
      return new FuzzAnswer(status, headers, new String(body, StandardCharsets.UTF_8), millis);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException hungUp) {
      return new FuzzAnswer(0, Map.of(), "", (System.nanoTime() - start) / 1_000_000);
    }
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    return headers;
  }

  private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
    if (headers.containsKey("content-length")) {
      return in.readNBytes(Integer.parseInt(headers.get("content-length")));
    }
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      return in.readNBytes(MOST);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int size = size(in); size > 0; size = size(in)) {
      all.writeBytes(in.readNBytes(size));
      line(in);
      if (all.size() > MOST) {
        throw new AssertionError("The answer does not end.");
      }
    }
    return all.toByteArray();
  }

  private static int size(InputStream in) throws IOException {
    String line = line(in);
    return line.isEmpty() ? 0 : Integer.parseInt(line, 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException(line.toString());
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }
}
