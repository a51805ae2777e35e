package dev.adk4j.boot.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.StreamingApp;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.client.AgentClient;
import dev.adk4j.limit.Permit;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEventStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What a client is answered that wants too much, over HTTP with a real server. */
@Timeout(300)
class StreamLimitTests {

  private static volatile CountDownLatch go = new CountDownLatch(1);

  private static final Queue<Permit> TAKEN = new ConcurrentLinkedQueue<>();

  private static ConfigurableApplicationContext app;
  private static HttpClient http;
  private static URI base;

  @BeforeAll
  static void start() {
    app =
        new SpringApplicationBuilder(App.class)
            .properties(
                "server.port=0",
                "adk.stream.heartbeat=50ms",
                "adk.limits.open-turns=5",
                "adk.limits.open-turns-per-subject=2",
                "adk.limits.streams=4",
                "adk.limits.streams-per-subject=3",
                "adk.limits.turns-per-hour=40")
            .run();
    base = URI.create("http://localhost:" + app.getEnvironment().getProperty("local.server.port"));
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    go.countDown();
    http.close();
    app.close();
  }

  @BeforeEach
  void nothingIsOpen() {
    awaitNothing();
    go = new CountDownLatch(1);
  }

  private static void awaitNothing() {
    awaitStreams(0);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> app.getBean(OpenTurns.class).all().isEmpty());
  }

  private static void awaitStreams(int open) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> app.getBean(RequestLimits.class).openStreams() == open);
  }

  @Test
  void refusesTurnsOverSubjectLimitWith429AndOverNodeLimitWith503() throws Exception {
    try (Open open = new Open()) {
      open.turn("ann");
      open.turn("ann");
      assertRefused(
          open.turn("ann"), 429, "E_LIMIT_REACHED", "At most 2 turns of one subject", "1");
      assertRefused(open.client("ann"), 429, "E_LIMIT_REACHED", "At most 2 turns", "1");
      open.turn("bob");
      open.turn("bob");
      assertRefused(open.turn("cat"), 503, "E_TOO_BUSY", "no capacity", "1");
    }
    awaitNothing();
    try (Open open = new Open()) {
      assertThat(open.turn("ann").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void refusesStreamOverLimitUntilAClientLeaves() throws Exception {
    try (Open open = new Open()) {
      String turn = turnId(open.turn("dan"));
      open.replay("dan", turn);
      HttpResponse<InputStream> leaving = open.replay("dan", turn);
      awaitStreams(3);
      assertRefused(
          open.replay("dan", turn), 429, "E_LIMIT_REACHED", "At most 3 streams of one", "1");
      assertRefused(open.turn("dan"), 429, "E_LIMIT_REACHED", "At most 3 streams", "1");
      open.turn("eve");
      awaitStreams(4);
      assertRefused(open.turn("fay"), 503, "E_TOO_BUSY", "no capacity", "1");
      leaving.body().close();
      awaitStreams(3);
      assertThat(open.replay("dan", turn).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void takenPlaceIsAProblemDetail() throws Exception {
    try (Open open = new Open()) {
      String turn = turnId(open.turn("hal"));
      assertRefused(
          open.replay("hal", turn + "/late"), 429, "E_LIMIT_REACHED", "At most 3 streams", "1");
    }
  }

  @Test
  void countsTurnsPerHourOverAllEntryPoints() throws Exception {
    go.countDown();
    for (int i = 0; i < 20; i++) {
      try (Open open = new Open()) {
        assertThat(new String(open.turn("gus").body().readAllBytes(), StandardCharsets.UTF_8))
            .contains("event:end");
        assertThat(open.client("gus").statusCode()).isEqualTo(200);
      }
    }
    try (Open open = new Open()) {
      HttpResponse<InputStream> refused = open.turn("gus");
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(Integer.parseInt(refused.headers().firstValue("retry-after").orElseThrow()))
          .isBetween(1, 3600);
      assertThat(open.client("gus").statusCode()).isEqualTo(429);
    }
  }

  private static void assertRefused(
      HttpResponse<InputStream> response, int status, String code, String detail, String retryAfter)
      throws Exception {
    String body = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(response.statusCode()).as(body).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(response.headers().allValues("retry-after")).containsExactly(retryAfter);
    assertThat(body).contains("\"code\":\"" + code + "\"").contains(detail);
  }

  private static String turnId(HttpResponse<InputStream> response) throws Exception {
    StringBuilder body = new StringBuilder();
    String marker = "\"turnId\":\"";
    // a heartbeat may come before the first event
    while (body.indexOf(marker) < 0 || !body.toString().endsWith("\n\n")) {
      int next = response.body().read();
      assertThat(next).as(body.toString()).isNotNegative();
      body.append((char) next);
    }
    int start = body.indexOf(marker) + marker.length();
    return body.substring(start, body.indexOf("\"", start));
  }

  /** Responses that are being read until this is closed, when their turns end, too. */
  private static final class Open implements AutoCloseable {

    private final List<InputStream> bodies = new ArrayList<>();

    HttpResponse<InputStream> turn(String subject) throws Exception {
      return send(post("/streams/" + subject));
    }

    HttpResponse<InputStream> client(String subject) throws Exception {
      return send(post("/answers/" + subject));
    }

    HttpResponse<InputStream> replay(String subject, String turnId) throws Exception {
      return send(
          HttpRequest.newBuilder(base.resolve("/streams/" + subject + "/" + turnId)).build());
    }

    private static HttpRequest post(String path) {
      return HttpRequest.newBuilder(base.resolve(path))
          .POST(HttpRequest.BodyPublishers.noBody())
          .build();
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws Exception {
      HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
      bodies.add(response.body());
      return response;
    }

    @Override
    public void close() throws Exception {
      go.countDown();
      for (InputStream body : bodies) {
        body.close();
      }
      TAKEN.forEach(Permit::close);
    }
  }

  @StreamingApp
  @ImportOwn({"limit.AdkLimitsAutoConfiguration"})
  @Import(InMemoryStorageAdapter.class)
  static class App {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> {
        helpers.reportMessage("m", "Hello");
        go.await();
        helpers.reportMessage("m", ".", true);
        ctx.storeMessage(Message.assistant("done"));
        ctx.ack();
      };
    }

    @Bean
    Controller controller(TurnEventStream stream, AgentClient client, RequestLimits limits) {
      return new Controller(stream, client, limits);
    }
  }

  @RestController
  record Controller(TurnEventStream stream, AgentClient client, RequestLimits limits) {

    @PostMapping("/streams/{subject}")
    SseEmitter start(@PathVariable("subject") String subject) {
      return stream.start(RawTurnContext.builder().systemPrompt("").scope(scope(subject)).build());
    }

    @GetMapping("/streams/{subject}/{turnId}")
    SseEmitter replay(
        @PathVariable("subject") String subject, @PathVariable("turnId") String turnId) {
      return stream.replay(scope(subject), turnId, null);
    }

    @GetMapping("/streams/{subject}/{turnId}/late")
    SseEmitter replayTooLate(
        @PathVariable("subject") String subject, @PathVariable("turnId") String turnId) {
      SseEmitter emitter = stream.replay(scope(subject), turnId, null);
      Permit one = limits.stream(scope(subject));
      Permit two = limits.stream(scope(subject));
      TAKEN.add(one);
      TAKEN.add(two);
      return emitter;
    }

    @PostMapping("/answers/{subject}")
    String answer(@PathVariable("subject") String subject) {
      return client.conversation(scope(subject)).send("hi").text();
    }

    private static Scope scope(String subject) {
      return Scope.of("acme", subject, "c-" + subject);
    }
  }
}
