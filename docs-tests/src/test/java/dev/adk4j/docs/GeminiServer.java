package dev.adk4j.docs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Answers in Gemini's wire format: greets, counts lamps with a tool, and says what that gave. */
final class GeminiServer implements AutoCloseable {

  private static final List<String> HELLO =
      List.of("{\"text\":\"Hello from \"}", "{\"text\":\"Gemini.\"}");
  private static final List<String> CALL =
      List.of("{\"functionCall\":{\"name\":\"lamps\",\"args\":{}}}");
  private static final List<String> COUNT = List.of("{\"text\":\"There are 3.\"}");

  private final HttpServer server;
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private GeminiServer(HttpServer server) {
    this.server = server;
  }

  static GeminiServer start() throws IOException {
    GeminiServer gemini =
        new GeminiServer(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    gemini.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    gemini.server.createContext("/", gemini::answer);
    gemini.server.start();
    return gemini;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the method of each request, and the last kind of part in it. */
  List<String> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getPath();
    boolean result = body.contains("\"functionResponse\"");
    asked.add(
        path.substring(path.lastIndexOf(':') + 1) + ": " + (result ? "functionResponse" : "text"));
    List<String> parts = result ? COUNT : body.contains("lamps?") ? CALL : HELLO;
    boolean streamed = path.endsWith(":streamGenerateContent");
    String answer = streamed ? stream(parts) : response(String.join(",", parts), true);
    exchange
        .getResponseHeaders()
        .set("Content-Type", streamed ? "text/event-stream" : "application/json");
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String stream(List<String> parts) {
    StringBuilder events = new StringBuilder();
    for (String part : parts) {
      events.append("data: ").append(response(part, part.equals(parts.getLast()))).append("\n\n");
    }
    return events.toString();
  }

  private static String response(String parts, boolean last) {
    return "{\"candidates\":[{\"content\":{\"parts\":["
        + parts
        + "],\"role\":\"model\"},\"index\":0"
        + (last ? ",\"finishReason\":\"STOP\"" : "")
        + "}],\"usageMetadata\":{\"promptTokenCount\":7,\"candidatesTokenCount\":3,"
        + "\"totalTokenCount\":10},\"modelVersion\":\"gemini-2.5-flash\"}";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
