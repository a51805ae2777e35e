package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code kill -9} while a second model answers in the place of the first: nothing is lost, halved
 * or doubled, and the next message works.
 */
@Timeout(600)
class FallbackCrashTests {

  @TempDir private Path directory;
  private final Provider provider = new Provider();

  @BeforeEach
  void start() throws IOException {
    provider.start();
  }

  @AfterEach
  void stop() {
    provider.server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgresql"})
  void nothingIsLostHalvedOrDoubled(String database) throws Exception {
    try (Postgres postgres = database.equals("h2") ? null : Postgres.start()) {
      SampleProcess killed = SampleProcess.start(directory, options(postgres));
      try {
        killed.awaitReady();
        begin(killed, "tool", "What is six times seven?");
        begin(killed, "broken", "Break off, please.");
        assertThat(provider.spareBegan.await(2, TimeUnit.MINUTES)).isTrue();
      } finally {
        killed.kill();
      }
      provider.release();
      SampleProcess next = SampleProcess.start(directory, options(postgres));
      try {
        next.awaitReady();
        assertTheToolRanOnce(goOn(next, "tool"));
        assertTheHeardPartIsKept(goOn(next, "broken"));
      } finally {
        next.kill();
      }
    }
  }

  private void assertTheToolRanOnce(JsonNode entries) {
    assertThat(entries.toString()).containsOnlyOnce("six times seven").doesNotContain("spare says");
    assertThat(types(entries)).containsExactly("message", "toolCall", "message", "message");
    assertThat(provider.asked).containsOnlyOnce("first about tool", "first after tool");
  }

  private static void assertTheHeardPartIsKept(JsonNode entries) {
    assertThat(entries.toString()).containsOnlyOnce("The first says").doesNotContain("spare says");
    assertThat(types(entries)).containsExactly("message", "message", "message", "message");
  }

  private static List<String> types(JsonNode entries) {
    return entries.valueStream().map(entry -> entry.path("type").asString()).toList();
  }

  /** The answer never comes. */
  private static void begin(SampleProcess process, String conversation, String text) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                process.api().say(conversation, text);
              } catch (IOException | InterruptedException e) {
                // the process is killed
              }
            });
  }

  /** Returns the conversation after one more message. */
  private static JsonNode goOn(SampleProcess process, String conversation) throws Exception {
    assertThat(Api.answer(process.api().say(conversation, "Are you there?")))
        .isEqualTo("The spare is here.");
    return process.api().conversation(conversation).path("entries");
  }

  private String[] options(Postgres postgres) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--spring.profiles.active=openai",
                "--spring.ai.openai.base-url=" + provider.url() + "/v1",
                "--spring.ai.openai.api-key=no-key",
                "--spring.ai.openai.chat.model=first",
                "--adk.llm.retry.max-attempts=1",
                "--adk.llm.fallback.models[0].model=spare",
                "--adk.llm.fallback.continue-broken-answer=true",
                "--adk.memory.stores.facts.extraction.turns=1000"));
    if (postgres != null) {
      options.add("--spring.datasource.url=" + postgres.url());
      options.add("--spring.datasource.username=" + postgres.user());
      options.add("--spring.datasource.password=" + postgres.password());
    }
    return options.toArray(String[]::new);
  }

  /** Speaks OpenAI's interface for a model that fails in several ways, and a spare one. */
  private static final class Provider {

    private final CountDownLatch spareBegan = new CountDownLatch(2);
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile boolean hanging = true;
    private final CountDownLatch released = new CountDownLatch(1);
    private HttpServer server;

    void release() {
      hanging = false;
      released.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void start() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/v1/chat/completions", this::answer);
      server.start();
    }

    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean first = body.contains("\"model\":\"first\"");
      boolean tool = body.contains("\"role\":\"tool\"");
      boolean again = body.contains("Are you there?");
      if (first && !again && body.contains("six times seven")) {
        asked.add(tool ? "first after tool" : "first about tool");
      }
      if (first && (tool || again)) {
        exchange.sendResponseHeaders(503, -1);
        exchange.close();
        return;
      }
      exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      if (!first && hanging) {
        chunk(out, "{\"content\":\"The spare says\"}", "null");
        spareBegan.countDown();
        await(released);
      } else if (!first) {
        chunk(out, "{\"content\":\"The spare is here.\"}", "\"stop\"");
      } else if (body.contains("Break off")) {
        chunk(out, "{\"content\":\"The first says\"}", "null");
        throw new IOException("cut");
      } else {
        chunk(
            out,
            "{\"tool_calls\":[{\"index\":0,\"id\":\"call_0\",\"type\":\"function\",\"function\":"
                + "{\"name\":\"calculate\",\"arguments\":\"{\\\"expression\\\":\\\"6 * 7\\\"}\"}}]}",
            "\"tool_calls\"");
      }
      out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
      exchange.close();
    }

    private static void chunk(OutputStream out, String delta, String reason) throws IOException {
      out.write(
          ("data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
                  + "\"choices\":[{\"index\":0,\"delta\":"
                  + delta
                  + ",\"finish_reason\":"
                  + reason
                  + "}]}\n\n")
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }
}
