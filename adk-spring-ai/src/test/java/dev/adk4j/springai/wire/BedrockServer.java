package dev.adk4j.springai.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.adk4j.value.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;
import tools.jackson.databind.JsonNode;

/**
 * Answers in the public format of Amazon Bedrock's Converse interface what a test tells it to, and
 * refuses what Bedrock refuses: roles that do not take turns, blank text, tools not told of.
 */
final class BedrockServer implements AutoCloseable {

  private record Reply(int status, Map<String, String> headers, byte[] body) {}

  private final HttpServer server;
  private final LinkedBlockingDeque<Reply> replies = new LinkedBlockingDeque<>();
  final List<JsonNode> requests = new CopyOnWriteArrayList<>();

  BedrockServer() {
    // Read once in a process: without it each answer waits 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/model/", this::answer);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Refuses, with the name of an exception. */
  BedrockServer refuse(int status, String exception, String message) {
    replies.add(refusal(status, exception, message));
    return this;
  }

  private static Reply refusal(int status, String exception, String message) {
    return new Reply(
        status,
        Map.of("x-amzn-ErrorType", exception, "Retry-After", "7"),
        json(Map.of("message", message)));
  }

  BedrockServer say(Object response) {
    return reply(200, Map.of(), json(response));
  }

  /** A stream of frames, see {@link #event} and {@link #exception}. */
  BedrockServer stream(byte[]... frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] frame : frames) {
      all.writeBytes(frame);
    }
    return reply(
        200, Map.of("Content-Type", "application/vnd.amazon.eventstream"), all.toByteArray());
  }

  /** Words alone, in two pieces where they are streamed. */
  BedrockServer says(boolean streamed, String text) {
    int half = text.length() / 2;
    return streamed
        ? stream(
            event("messageStart", Map.of("role", "assistant")),
            delta(0, Map.of("text", text.substring(0, half))),
            delta(0, Map.of("text", text.substring(half))),
            event("contentBlockStop", Map.of("contentBlockIndex", 0)),
            event("messageStop", Map.of("stopReason", "end_turn")))
        : say(answer("end_turn", Map.of("text", text)));
  }

  @SafeVarargs
  static Map<String, Object> answer(String stopReason, Map<String, Object>... content) {
    return Map.of(
        "output",
        Map.of("message", Map.of("role", "assistant", "content", List.of(content))),
        "stopReason",
        stopReason);
  }

  static byte[] delta(int block, Map<String, Object> delta) {
    return event("contentBlockDelta", Map.of("contentBlockIndex", block, "delta", delta));
  }

  /** The beginning of a stream, which ends as if it were all. */
  BedrockServer cut(byte[] beginning) {
    replies.clear();
    return stream(beginning);
  }

  static byte[] event(String type, Object payload) {
    return frame(Map.of(":message-type", "event", ":event-type", type), payload);
  }

  static byte[] exception(String type, String message) {
    return frame(
        Map.of(":message-type", "exception", ":exception-type", type), Map.of("message", message));
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private BedrockServer reply(int status, Map<String, String> headers, byte[] body) {
    replies.add(new Reply(status, headers, body));
    return this;
  }

  /** Null where there is none. */
  private static String fault(JsonNode request) {
    String expected = "user";
    for (JsonNode message : request.get("messages")) {
      if (!message.get("role").stringValue().equals(expected)) {
        return "A conversation must alternate between user and assistant roles.";
      }
      expected = expected.equals("user") ? "assistant" : "user";
      for (JsonNode block : message.get("content")) {
        if (block.has("text") && block.get("text").stringValue().isBlank()) {
          return "The text field in the ContentBlock object is blank.";
        }
        if (block.has("toolUse") && !request.has("toolConfig")) {
          return "The toolConfig field must be defined when using toolUse content blocks.";
        }
      }
    }
    return expected.equals("assistant") ? null : "The conversation must end with a user message.";
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(
        Json.read(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    String fault = fault(requests.getLast());
    Reply reply = fault == null ? replies.remove() : refusal(400, "ValidationException", fault);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(reply.status(), reply.body().length);
    exchange.getResponseBody().write(reply.body());
    exchange.close();
  }

  private static byte[] frame(Map<String, String> names, Object payload) {
    Map<String, HeaderValue> headers = new LinkedHashMap<>();
    headers.put(":content-type", HeaderValue.fromString("application/json"));
    names.forEach((name, value) -> headers.put(name, HeaderValue.fromString(value)));
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    new Message(headers, json(payload)).encode(frame);
    return frame.toByteArray();
  }

  private static byte[] json(Object value) {
    return Json.mapper().writeValueAsBytes(value);
  }
}
