package dev.adk4j.boot.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.AbortController;
import dev.adk4j.boot.StreamingApp;
import dev.adk4j.boot.protocol.ProtocolClient;
import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.boot.web.AttackScript;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEventStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Over HTTP, with a real server. */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class TurnEventStreamTests {

  private static final String LONG = "a" + "😀".repeat(20_000);
  private static final BlockingQueue<SseEmitter> ENDLESS = new LinkedBlockingQueue<>();
  private static final AbortController stopEndless = new AbortController();

  @AutoClose private static ConfigurableApplicationContext app;
  private static ProtocolClient client;
  private static URI base;

  @BeforeAll
  static void start() {
    app =
        new SpringApplicationBuilder(App.class)
            .properties(
                "server.port=0",
                "server.tomcat.connection-timeout=1s",
                "adk.stream.turn-buffer-size=8MB",
                "adk.turn.max-input=1000B")
            .run();
    base = URI.create("http://localhost:" + app.getEnvironment().getProperty("local.server.port"));
    client = new ProtocolClient(base, null);
  }

  @Test
  void aTurnIsServerSentEvents() throws Exception {
    Reply response = post("/turns");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("content-type")).startsWith("text/event-stream");
    List<List<String>> events = events(response.body());
    assertThat(events).hasSize(4);
    assertThat(events.get(0).subList(0, 2)).containsExactly("id:1", "event:message");
    assertThat(events.get(0).get(2))
        .startsWith("data:{\"v\":1,\"n\":1,\"turnId\":\"")
        .contains("\"delta\":\"Grüß \"");
    assertThat(events.get(2).get(2)).contains("\"full\":\"Grüß Gott\\n😀\"");
    assertThat(events.get(3).subList(0, 2)).containsExactly("id:4", "event:end");
  }

  @Test
  void aReplayGoesOnAfterTheLastEventId() throws Exception {
    String body = post("/turns").body();
    Reply again = replay(turnId(body), "2");

    assertThat(events(again.body())).isEqualTo(events(body).subList(2, 4));
  }

  @Test
  void neitherBrowsersNorProxiesKeepOrChangeAStream() throws Exception {
    Reply response = post("/turns");

    assertThat(response.response().headers().allValues("cache-control"))
        .containsExactly("no-cache, no-transform");
    assertThat(response.response().headers().allValues("x-accel-buffering")).containsExactly("no");
    assertThat(response.response().headers().allValues("x-content-type-options"))
        .containsExactly("nosniff");
  }

  @Test
  void answersNoContentToClientWithWholeTurn() throws Exception {
    Reply response = replay(turnId(post("/turns").body()), "4");

    assertThat(response.status()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void unknownLastEventIdIsAProblemDetail() throws Exception {
    String turnId = turnId(post("/turns").body());

    for (String id : List.of("5", "+1", "-1", "one", "1e0", "99999999999999999999")) {
      Reply response = replay(turnId, id);
      assertThat(response.status()).as(id).isEqualTo(400);
      assertProblem(response, "E_INPUT_UNREADABLE");
    }
  }

  @Test
  void droppedEventsAreGone() throws Exception {
    Reply response = replay(turnId(post("/turns/flood").body()), "0");

    assertThat(response.status()).isEqualTo(410);
    assertProblem(response, "E_STREAM_EVENTS_GONE");
  }

  @Test
  void anUnknownTurnIsAProblemDetailWithoutAdviceOfTheApplication() throws Exception {
    Reply response = replay("no%0Asuch%1B%E2%80%AEturn", "0");

    assertThat(response.status()).isEqualTo(404);
    assertProblem(response, "E_STREAM_TURN_UNKNOWN");
    assertThat(response.body()).contains("no\\\\nsuch\\\\u001b\\\\u202eturn");
  }

  @Test
  void theApplicationsOwnHandlingComesFirst() throws Exception {
    Reply response = client.get("/own/no-such-turn");

    assertThat(response.status()).isEqualTo(418);
  }

  @Test
  void tooMuchInputIsAProblemDetail() throws Exception {
    Reply response = post("/turns/large");

    assertThat(response.status()).isEqualTo(413);
    assertProblem(response, "E_INPUT_TOO_LARGE");
  }

  @Test
  void aLongEventArrivesWhole() throws Exception {
    String body = post("/turns/long").body();

    assertThat(events(body).getFirst().get(2)).contains("\"delta\":\"" + LONG + "\"");
    assertThat(events(body)).hasSize(2);
  }

  @Test
  void stalledClientIsCutOffWithoutStackTrace(CapturedOutput output) throws Exception {
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      socket.connect(new InetSocketAddress("localhost", base.getPort()));
      socket
          .getOutputStream()
          .write(
              "POST /turns/endless HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                  .getBytes(UTF_8));
      SseEmitter stream = ENDLESS.take();
      CountDownLatch over = new CountDownLatch(1);
      stream.onCompletion(over::countDown);

      assertThat(over.await(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      stopEndless.abort("enough");
    }
    assertThat(output.getAll()).doesNotContain("\tat ");
  }

  @Test
  void resistsTheAttackScript() throws Exception {
    String turn = turnId(post("/turns").body());
    AttackScript.assertHolds("--stream", base.resolve("/turns/" + turn).toString());
  }

  private static void assertProblem(Reply response, String code) {
    assertThat(response.header("content-type")).isEqualTo("application/problem+json");
    assertThat(response.body()).contains("\"code\":\"" + code + "\"");
  }

  private static Reply post(String path) {
    return client.send("POST", path, null);
  }

  private static Reply replay(String turnId, String lastEventId) {
    return client.send("GET", "/turns/" + turnId, null, "Last-Event-ID", lastEventId);
  }

  private static List<List<String>> events(String body) {
    List<List<String>> events = new ArrayList<>();
    for (String event : body.strip().split("\n\n")) {
      events.add(Arrays.asList(event.split("\n")));
    }
    return events;
  }

  private static String turnId(String body) {
    String marker = "\"turnId\":\"";
    int start = body.indexOf(marker) + marker.length();
    return body.substring(start, body.indexOf('"', start));
  }

  @StreamingApp
  @Import(InMemoryStorageAdapter.class)
  static class App {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> {
        switch (String.valueOf(ctx.stash().get("kind"))) {
          case "long" -> {
            helpers.reportMessage("m", LONG, true);
            ctx.ack();
            return;
          }
          case "flood" -> {
            for (int i = 0; i < 9; i++) {
              helpers.reportMessage("m" + i, "x".repeat(1_000_000), true);
            }
            ctx.ack();
            return;
          }
          case "endless" -> {
            for (int i = 0; !ctx.aborted(); i++) {
              helpers.reportMessage("m" + i, "x".repeat(10_000), true);
              Thread.sleep(1);
            }
            return;
          }
          default -> {}
        }
        helpers.reportMessage("m", "Grüß ");
        helpers.reportMessage("m", "Gott\n");
        helpers.reportMessage("m", "😀", true);
        ctx.ack();
      };
    }

    @Bean
    Controller controller(TurnEventStream stream) {
      return new Controller(stream);
    }

    @Bean
    OwnHandling ownHandling(TurnEventStream stream) {
      return new OwnHandling(stream);
    }
  }

  @RestController
  static class Controller {

    private static final Scope SCOPE = Scope.conversation("c1");
    private final TurnEventStream stream;

    Controller(TurnEventStream stream) {
      this.stream = stream;
    }

    @PostMapping("/turns")
    SseEmitter start() {
      return stream.start(RawTurnContext.builder().systemPrompt("").scope(SCOPE).build());
    }

    @GetMapping("/turns/{turnId}")
    SseEmitter replay(
        @PathVariable("turnId") String turnId,
        @RequestHeader(name = "Last-Event-ID", required = false) String last) {
      return stream.replay(SCOPE, turnId, last);
    }

    @PostMapping("/turns/{kind}")
    SseEmitter start(@PathVariable("kind") String kind) {
      SseEmitter emitter =
          stream.start(
              RawTurnContext.builder()
                  .systemPrompt("")
                  .scope(SCOPE)
                  .stash(Map.of("kind", kind))
                  .turnAbortController(kind.equals("endless") ? stopEndless : new AbortController())
                  .input(Message.user("x".repeat(kind.equals("large") ? 1001 : 1)))
                  .build());
      if (kind.equals("endless")) {
        ENDLESS.add(emitter);
      }
      return emitter;
    }
  }

  @RestController
  record OwnHandling(TurnEventStream stream) {

    @GetMapping("/own/{turnId}")
    SseEmitter replay(@PathVariable("turnId") String turnId) {
      return stream.replay(Scope.DEFAULT, turnId, null);
    }

    @ExceptionHandler
    ResponseEntity<Void> handle(AdkException e) {
      return ResponseEntity.status(418).build();
    }
  }
}
