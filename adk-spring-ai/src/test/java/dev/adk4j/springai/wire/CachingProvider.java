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
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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
          anthropic ? anthropic(reply, cost, streamed) : openAi(reply, cost, streamed, counts);
      out.write(body.getBytes(StandardCharsets.UTF_8));
      out.flush();
      if (reply.endless()) {
        closed.await();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** The answer as the provider writes it, with ids of its own and what it was charged for. */
  private String openAi(Reply reply, Charged cost, boolean streamed, boolean counts) {
    String usage =
        """
        {"prompt_tokens":%d,"completion_tokens":20,"total_tokens":%d,
         "prompt_tokens_details":{"cached_tokens":%d},
         "completion_tokens_details":{"reasoning_tokens":8}}
        """
            .formatted(cost.prompt(), cost.prompt() + 20, cost.read());
    if (!streamed) {
      return counted(written(ProviderAnswers.OPENAI, reply, false), usage);
    }
    StringBuilder body = new StringBuilder();
    for (String event : written(ProviderAnswers.OPENAI, reply, true).split("\n\n")) {
      if (!event.endsWith("[DONE]")) {
        body.append("data: ").append(counted(event.substring(6), "null")).append("\n\n");
        if (reply.endless()) {
          return body.toString();
        }
      }
    }
    // in a chunk of its own at the end, and only where it was asked for
    if (counts) {
      body.append("data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,")
          .append("\"model\":\"recorded\",\"choices\":[],\"usage\":")
          .append(usage.replace("\n", ""))
          .append("}\n\n");
    }
    return body.append("data: [DONE]\n\n").toString();
  }

  /** Tokens of the cache are not among those of the input. */
  private String anthropic(Reply reply, Charged cost, boolean streamed) {
    String usage =
        """
        {"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,
         "output_tokens":20}
        """
            .formatted(cost.prompt() - cost.read() - cost.written(), cost.read(), cost.written());
    if (!streamed) {
      return counted(written(ProviderAnswers.ANTHROPIC, reply, false), usage);
    }
    StringBuilder body = new StringBuilder();
    for (String event : written(ProviderAnswers.ANTHROPIC, reply, true).split("\n\n")) {
      int data = event.indexOf('{');
      body.append(event, 0, data).append(counted(event.substring(data), usage)).append("\n\n");
      if (reply.endless() && event.contains("content_block_delta")) {
        break;
      }
    }
    return body.toString();
  }

  private String written(ProviderAnswers as, Reply reply, boolean streamed) {
    String body =
        reply.tool() == null
            ? (streamed
                ? as.stream(List.of(reply.text()), as.stop)
                : as.response(reply.text(), as.stop))
            : (streamed
                ? as.callStream(reply.tool(), reply.args())
                : as.callResponse(reply.tool(), reply.args()));
    return body.replaceAll("(chatcmpl-|call_|msg_|toolu_)0?1", "$1" + calls);
  }

  /** With that in the place of the usage. */
  private static String counted(String message, String usage) {
    ObjectNode node = (ObjectNode) Json.read(message);
    ObjectNode holder = node.path("message").has("usage") ? (ObjectNode) node.get("message") : node;
    if (holder.has("usage")) {
      holder.set("usage", Json.read(usage));
    }
    return Json.write(node);
  }
}
