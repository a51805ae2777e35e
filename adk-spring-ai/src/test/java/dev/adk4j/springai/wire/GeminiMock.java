package dev.adk4j.springai.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands before the mock server and adds what Gemini says and the mock leaves out: the model's
 * version, which Spring AI insists on, and the signatures of calls. Keeps the requests as they
 * came.
 */
final class GeminiMock implements AutoCloseable {

  static final String SIGNATURE = "c2lnbmVk";

  private final HttpServer server;
  private final String behind;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();

  private GeminiMock(HttpServer server, String behind) {
    this.server = server;
    this.behind = behind;
  }

  static GeminiMock start() {
    // Read once in a process: without it each answer waits 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      GeminiMock mock = new GeminiMock(server, MockProviders.start().url());
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", mock::forward);
      server.start();
      return mock;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Those with that text in them, oldest first. */
  List<JsonNode> requests(String text) {
    return requests.stream().filter(request -> request.toString().contains(text)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void forward(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(Json.read(body));
    HttpResponse<String> response = send(exchange.getRequestURI(), body);
    byte[] answer = completed(response.body()).getBytes(StandardCharsets.UTF_8);
    response
        .headers()
        .firstValue("content-type")
        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
    exchange.sendResponseHeaders(response.statusCode(), answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private HttpResponse<String> send(URI to, String body) throws IOException {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create(behind + to))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An object, or events of one line each. */
  private static String completed(String body) {
    return body.lines()
        .map(
            line ->
                line.startsWith("data: ")
                    ? "data: " + completed(Json.read(line.substring(6)))
                    : line.startsWith("{") ? completed(Json.read(line)) : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String completed(JsonNode response) {
    if (response.has("candidates")) {
      ((ObjectNode) response).put("modelVersion", "gemini-mock-001");
    }
    for (JsonNode part : response.at("/candidates/0/content/parts")) {
      if (part.has("functionCall")) {
        ((ObjectNode) part).put("thoughtSignature", SIGNATURE);
      }
    }
    return Json.write(response);
  }
}
