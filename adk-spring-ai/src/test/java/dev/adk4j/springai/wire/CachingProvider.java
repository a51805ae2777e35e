package dev.adk4j.springai.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/**
 * A provider with a prompt cache, for requests in OpenAI's and Anthropic's formats. It answers with
 * what it was given, and counts what of each request it has seen before as the real ones do: {@link
 * PromptCache}.
 */
final class CachingProvider implements AutoCloseable {

  /** What one request was charged for, in tokens. */
  record Charged(long prompt, long read, long written) {}

  private record Reply(String text, String tool, String args, boolean endless) {}

  private final HttpServer server;
  private final PromptCache cache;
  private final boolean anthropic;
  private final Deque<Reply> replies = new ArrayDeque<>();
  private final List<Charged> charged = new CopyOnWriteArrayList<>();
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private int calls;

  private CachingProvider(HttpServer server, String provider) {
    this.server = server;
    this.anthropic = provider.equals("anthropic");
    this.cache = anthropic ? PromptCache.marked() : PromptCache.automatic();
  }

  static CachingProvider start(String provider) {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      CachingProvider started = new CachingProvider(http, provider);
      http.createContext("/", started::serve);
      http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      http.start();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  CachingProvider say(String text) {
    replies.add(new Reply(text, null, null, false));
    return this;
  }

  CachingProvider call(String tool, String args) {
    replies.add(new Reply(null, tool, args, false));
    return this;
  }

  /** Begins an answer and never ends it. */
  CachingProvider begin(String text) {
    replies.add(new Reply(text, null, null, true));
    return this;
  }

  List<Charged> charged() {
    return charged;
  }

  List<JsonNode> requests() {
    return requests;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request =
          Json.read(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      Reply reply;
      Charged cost;
      synchronized (this) {
        requests.add(request);
        reply = replies.remove();
        cost = cache.charge(request);
        charged.add(cost);
        calls++;
      }
      boolean streamed = request.path("stream").asBoolean(false);
      exchange
          .getResponseHeaders()
          .add("Content-Type", streamed ? "text/event-stream" : "application/json");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      boolean counts = request.at("/stream_options/include_usage").asBoolean(false);
      String body =
          anthropic
              ? (streamed ? anthropicStream(reply, cost) : anthropic(reply, cost))
              : (streamed ? openAiStream(reply, cost, counts) : openAi(reply, cost));
      out.write(body.getBytes(StandardCharsets.UTF_8));
      out.flush();
      if (reply.endless()) {
        closed.await();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  // ---- OpenAI

  private String openAi(Reply reply, Charged cost) {
    Map<String, Object> message = new LinkedHashMap<>(Map.of("role", "assistant"));
    message.putAll(openAiContent(reply));
    return json(
        openAiBody(
            "chat.completion",
            List.of(choice("message", message, openAiReason(reply))),
            openAiUsage(cost)));
  }

  /** Usage comes in a chunk of its own at the end, and only where it was asked for. */
  private String openAiStream(Reply reply, Charged cost, boolean counts) {
    List<Object> chunks = new ArrayList<>();
    chunks.add(
        openAiBody(
            "chat.completion.chunk", List.of(choice("delta", openAiContent(reply), null)), null));
    if (!reply.endless()) {
      chunks.add(
          openAiBody(
              "chat.completion.chunk",
              List.of(choice("delta", Map.of(), openAiReason(reply))),
              null));
      if (counts) {
        chunks.add(openAiBody("chat.completion.chunk", List.of(), openAiUsage(cost)));
      }
    }
    StringBuilder body = new StringBuilder();
    chunks.forEach(chunk -> body.append("data: ").append(json(chunk)).append("\n\n"));
    return reply.endless() ? body.toString() : body.append("data: [DONE]\n\n").toString();
  }

  private Map<String, Object> openAiContent(Reply reply) {
    return reply.tool() == null
        ? Map.of("content", reply.text())
        : Map.of(
            "tool_calls",
            List.of(
                Map.of(
                    "index",
                    0,
                    "id",
                    "call_" + calls,
                    "type",
                    "function",
                    "function",
                    Map.of("name", reply.tool(), "arguments", reply.args()))));
  }

  private static String openAiReason(Reply reply) {
    return reply.tool() == null ? "stop" : "tool_calls";
  }

  private static Map<String, Object> choice(String member, Object said, String reason) {
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("index", 0);
    choice.put(member, said);
    choice.put("finish_reason", reason);
    return choice;
  }

  private Map<String, Object> openAiBody(String object, List<?> choices, Object usage) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", "chatcmpl-" + calls);
    body.put("object", object);
    body.put("created", 1_780_000_000);
    body.put("model", "recorded");
    body.put("choices", choices);
    body.put("usage", usage);
    return body;
  }

  private static Map<String, Object> openAiUsage(Charged cost) {
    return Map.of(
        "prompt_tokens",
        cost.prompt(),
        "completion_tokens",
        20,
        "total_tokens",
        cost.prompt() + 20,
        "prompt_tokens_details",
        Map.of("cached_tokens", cost.read()),
        "completion_tokens_details",
        Map.of("reasoning_tokens", 8));
  }

  // ---- Anthropic

  private String anthropic(Reply reply, Charged cost) {
    Object block =
        reply.tool() == null
            ? Map.of("type", "text", "text", reply.text())
            : Map.of(
                "type",
                "tool_use",
                "id",
                "toolu_" + calls,
                "name",
                reply.tool(),
                "input",
                Json.read(reply.args()));
    return json(anthropicBody(List.of(block), anthropicReason(reply), anthropicUsage(cost, 20)));
  }

  private String anthropicStream(Reply reply, Charged cost) {
    boolean text = reply.tool() == null;
    StringBuilder body = new StringBuilder();
    event(
        body,
        "message_start",
        Map.of("message", anthropicBody(List.of(), null, anthropicUsage(cost, 1))));
    event(
        body,
        "content_block_start",
        Map.of(
            "index",
            0,
            "content_block",
            text
                ? Map.of("type", "text", "text", "")
                : Map.of(
                    "type",
                    "tool_use",
                    "id",
                    "toolu_" + calls,
                    "name",
                    reply.tool(),
                    "input",
                    Map.of())));
    event(
        body,
        "content_block_delta",
        Map.of(
            "index",
            0,
            "delta",
            text
                ? Map.of("type", "text_delta", "text", reply.text())
                : Map.of("type", "input_json_delta", "partial_json", reply.args())));
    if (reply.endless()) {
      return body.toString();
    }
    event(body, "content_block_stop", Map.of("index", 0));
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("stop_reason", anthropicReason(reply));
    end.put("stop_sequence", null);
    event(body, "message_delta", Map.of("delta", end, "usage", anthropicUsage(cost, 20)));
    event(body, "message_stop", Map.of());
    return body.toString();
  }

  private static String anthropicReason(Reply reply) {
    return reply.tool() == null ? "end_turn" : "tool_use";
  }

  private Map<String, Object> anthropicBody(List<?> content, String reason, Object usage) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", "msg_" + calls);
    body.put("type", "message");
    body.put("role", "assistant");
    body.put("model", "recorded");
    body.put("content", content);
    body.put("stop_reason", reason);
    body.put("stop_sequence", null);
    body.put("usage", usage);
    return body;
  }

  /** Tokens of the cache are not among those of the input. */
  private static Map<String, Object> anthropicUsage(Charged cost, int output) {
    return Map.of(
        "input_tokens",
        cost.prompt() - cost.read() - cost.written(),
        "cache_read_input_tokens",
        cost.read(),
        "cache_creation_input_tokens",
        cost.written(),
        "output_tokens",
        output);
  }

  private static void event(StringBuilder body, String type, Map<String, ?> members) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("type", type);
    event.putAll(members);
    body.append("event: ").append(type).append("\ndata: ").append(json(event)).append("\n\n");
  }

  private static String json(Object value) {
    return Json.mapper().writeValueAsString(value);
  }
}
