package dev.adk4j.sample.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sample's API over real HTTP. */
public final class Api {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String server;
  private final String base;

  public Api(int port) {
    this.server = "http://127.0.0.1:" + port;
    this.base = server + "/api/conversations";
  }

  public List<SseEvents.Event> say(String conversation, String text) throws Exception {
    HttpResponse<String> response =
        post(conversation, "application/json", JSON.writeValueAsString(new Text(text)));
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + ": " + response.body());
    }
    return SseEvents.parse(response.body());
  }

  /** The same, told of each event when it comes. */
  public List<SseEvents.Event> say(
      String conversation, String text, Consumer<SseEvents.Event> listener) throws Exception {
    HttpResponse<Stream<String>> response =
        http.send(
            request("/api/conversations/" + conversation + "/messages")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(new Text(text))))
                .build(),
            HttpResponse.BodyHandlers.ofLines());
    List<SseEvents.Event> events = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    try (Stream<String> lines = response.body()) {
      for (Iterator<String> i = lines.iterator(); i.hasNext(); ) {
        String line = i.next();
        block.append(line).append('\n');
        if (line.isEmpty()) {
          SseEvents.parse(block.toString())
              .forEach(
                  event -> {
                    events.add(event);
                    listener.accept(event);
                  });
          block.setLength(0);
        }
      }
    }
    return events;
  }

  public HttpResponse<String> upload(String conversation, String filename, byte[] bytes)
      throws Exception {
    return upload(conversation, "", filename, bytes);
  }

  /** With a text. */
  public HttpResponse<String> upload(
      String conversation, String text, String filename, byte[] bytes) throws Exception {
    String head =
        "--cut\r\nContent-Disposition: form-data; name=\"text\"\r\n"
            + "Content-Type: text/plain; charset=utf-8\r\n\r\n"
            + text
            + "\r\n--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
            + filename
            + "\"\r\nContent-Type: application/octet-stream\r\n\r\n";
    byte[] before = head.getBytes(StandardCharsets.UTF_8);
    byte[] after = "\r\n--cut--\r\n".getBytes(StandardCharsets.UTF_8);
    return http.send(
        request("/api/conversations/" + conversation + "/messages")
            .header("Content-Type", "multipart/form-data; boundary=cut")
            .POST(
                HttpRequest.BodyPublishers.concat(
                    HttpRequest.BodyPublishers.ofByteArray(before),
                    HttpRequest.BodyPublishers.ofByteArray(bytes),
                    HttpRequest.BodyPublishers.ofByteArray(after)))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String conversation, String contentType, String body) throws Exception {
    return http.send(
        request("/api/conversations/" + conversation + "/messages")
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> postJson(String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request = request(path).header("Content-Type", "application/json");
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(
        request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> delete(String path) throws Exception {
    return http.send(request(path).DELETE().build(), HttpResponse.BodyHandlers.ofString());
  }

  public HttpResponse<String> get(String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(5)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Anything of the server, not only conversations. */
  HttpResponse<String> getPath(String path) throws Exception {
    return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  public JsonNode json(String path) throws Exception {
    return JSON.readTree(getPath(path).body());
  }

  /** What is remembered of the person, oldest first. */
  List<String> memories() throws Exception {
    return json("/api/memories")
        .path("memories")
        .valueStream()
        .map(memory -> memory.path("content").asString())
        .toList();
  }

  public JsonNode conversation(String id) throws Exception {
    return JSON.readTree(get("/" + id).body());
  }

  /** What the agent said last in those events. */
  static String answer(List<SseEvents.Event> events) {
    return events.stream()
        .filter(e -> e.name().equals("message") && e.data().path("complete").asBoolean())
        .map(e -> e.data().path("full").asString())
        .reduce((first, last) -> last)
        .orElseThrow(() -> new AssertionError("no answer in " + events));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path)).timeout(Duration.ofMinutes(5));
  }

  private record Text(String text) {}
}
