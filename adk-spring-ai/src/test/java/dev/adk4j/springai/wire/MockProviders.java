package dev.adk4j.springai.wire;

import dev.adk4j.value.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The mock server of the providers' interfaces: one process for all tests of this JVM. */
final class MockProviders {

  private static MockProviders running;

  private final String url;
  private final HttpClient http = HttpClient.newHttpClient();

  private MockProviders(int port) {
    this.url = "http://127.0.0.1:" + port;
  }

  static synchronized MockProviders start() {
    if (running == null) {
      running = new MockProviders(launch());
    }
    return running;
  }

  String url() {
    return url;
  }

  /** The requests that were made with that text in them, oldest first. */
  List<JsonNode> requests(String text) {
    List<JsonNode> requests = new ArrayList<>();
    for (JsonNode entry : get("/__aimock/journal")) {
      if (entry.path("body").toString().contains(text)) {
        requests.add(entry.path("body"));
      }
    }
    return requests;
  }

  private JsonNode get(String path) {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create(url + path)).build(),
              HttpResponse.BodyHandlers.ofString());
      return Json.read(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int launch() {
    Path tools = TestTools.folder();
    Path fixtures = Path.of("src/test/resources/llm/fixtures.json").toAbsolutePath();
    try {
      Process server =
          new ProcessBuilder("node", "llm/llm-server.mjs", fixtures.toString())
              .directory(tools.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null || !line.startsWith("PORT ")) {
        throw new IllegalStateException("The mock server did not start: " + line);
      }
      return Integer.parseInt(line.substring(5).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
