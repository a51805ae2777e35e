package dev.adk4j.boot.protocol;

import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sends requests to a protocol and reads what comes back, event by event. */
public final class ProtocolClient {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI base;
  private final @Nullable String login;

  /** A client with a bearer token, or without any. */
  public ProtocolClient(URI base, @Nullable String user) {
    this(user == null ? null : "Bearer " + user, base);
  }

  private ProtocolClient(@Nullable String login, URI base) {
    this.base = base;
    this.login = login;
  }

  /** A client that logs in with Basic. */
  static ProtocolClient basic(URI base, String user) {
    return new ProtocolClient(
        "Basic "
            + Base64.getEncoder().encodeToString((user + ":pw").getBytes(StandardCharsets.UTF_8)),
        base);
  }

  /** What came back. */
  public record Reply(int status, String body, HttpResponse<?> response) {

    public JsonNode json() {
      return Json.read(body);
    }

    /** The first header of that name, or nothing. */
    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** The decision that a run of AG-UI ended for. */
    JsonNode interrupt() {
      return event("RUN_FINISHED").at("/outcome/interrupts/0");
    }

    /** The events of a stream. */
    List<JsonNode> events() {
      return body.lines()
          .filter(line -> line.startsWith("data: {"))
          .map(line -> Json.mapper().readTree(line.substring("data: ".length())))
          .toList();
    }

    List<String> types() {
      return events().stream().map(event -> event.path("type").asString()).toList();
    }

    JsonNode event(String type) {
      return events().stream()
          .filter(event -> event.path("type").asString().equals(type))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no " + type + " in " + body));
    }

    String text(String type) {
      StringBuilder text = new StringBuilder();
      events().stream()
          .filter(event -> event.path("type").asString().equals(type))
          .forEach(event -> text.append(event.path("delta").asString("")));
      return text.toString();
    }
  }

  public Reply post(String path, String body, String... headers) {
    return send(
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Reply postAs(String type, String path, String body) {
    return send(
        request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Reply get(String path) {
    return send(request(path).GET());
  }

  Reply delete(String path) {
    return send(request(path).DELETE());
  }

  /** Sends any request; a null body is none. */
  public Reply send(String method, String path, @Nullable String body, String... headers) {
    return send(
        request(path, headers)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(30));
    if (login != null) {
      request.header("Authorization", login);
    }
    return headers.length == 0 ? request : request.headers(headers);
  }

  /** Reads a stream; the task is run when its head has come. */
  CompletableFuture<Reply> open(String path, Runnable opened) {
    return open(request(path).GET(), opened);
  }

  /** The same for a request with a body. */
  CompletableFuture<Reply> openPost(String path, String body, Runnable opened) {
    return open(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)),
        opened);
  }

  private static CompletableFuture<Reply> open(HttpRequest.Builder request, Runnable opened) {
    return HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream())
        .thenApply(
            response -> {
              opened.run();
              try (InputStream in = response.body()) {
                String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return new Reply(response.statusCode(), body, response);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }

  private static Reply send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Reply(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** JSON with single quotes, for tests. */
  static String json(String single, Object... values) {
    return single.replace('\'', '"').formatted(values);
  }

  /** A message for the chat endpoint of the AI SDK. */
  static String said(String chat, String text) {
    return said(chat, UUID.randomUUID().toString(), text);
  }

  static String said(String chat, String id, String text) {
    return json(
        "{'id': '%s', 'trigger': 'submit-message', 'messages': [{'id': '%s', 'role': 'user',"
            + " 'parts': [{'type': 'text', 'text': '%s'}]}]}",
        chat, id, text);
  }

  /** What the chat endpoint is sent when a call is approved or denied. */
  static String approval(String chat, String call, String ref, boolean approved) {
    return json(
        "{'id': '%s', 'trigger': 'submit-message', 'messageId': 'a1', 'messages': ["
            + "{'id': 'u', 'role': 'user', 'parts': [{'type': 'text', 'text': 'Refund'}]},"
            + "{'id': 'a1', 'role': 'assistant', 'parts': [{'type': 'dynamic-tool', 'toolName':"
            + " 'refund', 'toolCallId': '%s', 'state': 'approval-responded', 'input':"
            + " {'amount': 9999}, 'approval': {'id': '%s', 'approved': %s}}]}]}",
        chat, call, ref, approved);
  }

  /** A message for the endpoint of AG-UI. */
  static String run(String thread, String text) {
    return json(
        "{'threadId': '%s', 'runId': '%s', 'messages': [{'id': 'u', 'role': 'user', 'content':"
            + " '%s'}]}",
        thread, UUID.randomUUID(), text);
  }

  /** A decision for the endpoint of AG-UI. */
  static String resume(String thread, String ref, String status, boolean approved) {
    return json(
        "{'threadId': '%s', 'runId': '%s', 'messages': [], 'resume': [{'interruptId': '%s',"
            + " 'status': '%s', 'payload': {'approved': %s}}]}",
        thread, UUID.randomUUID(), ref, status, approved);
  }

  static List<String> without(List<String> types, String... dropped) {
    return types.stream().filter(type -> !Arrays.asList(dropped).contains(type)).toList();
  }
}
