package dev.adk4j.sample.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sample's API over real HTTP. */
final class Api {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  Api(int port) {
    this.base = "http://127.0.0.1:" + port + "/api/conversations";
  }

  List<SseEvents.Event> say(String conversation, String text)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        post(conversation, "application/json", JSON.writeValueAsString(new Text(text)));
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + ": " + response.body());
    }
    return SseEvents.parse(response.body());
  }

  HttpResponse<String> post(String conversation, String contentType, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(base + "/" + conversation + "/messages"))
            .timeout(Duration.ofMinutes(1))
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(1)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  JsonNode conversation(String id) throws IOException, InterruptedException {
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

  private record Text(String text) {}
}
