package dev.adk4j.boot.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Over HTTP, with a real server. */
@Timeout(300)
class TurnEventStreamTests {

  private static ConfigurableApplicationContext app;
  private static HttpClient http;
  private static URI base;

  @BeforeAll
  static void start() {
    app = new SpringApplicationBuilder(App.class).properties("server.port=0").run();
    base = URI.create("http://localhost:" + app.getEnvironment().getProperty("local.server.port"));
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    http.close();
    app.close();
  }

  @Test
  void aTurnIsServerSentEvents() throws Exception {
    HttpResponse<String> response = post();

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .startsWith("text/event-stream");
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
    String body = post().body();
    HttpResponse<String> again = replay(turnId(body), "2");

    assertThat(events(again.body())).isEqualTo(events(body).subList(2, 4));
  }

  @Test
  void anUnknownTurnIsTheApplicationsProblemDetail() throws Exception {
    HttpResponse<String> response = replay("no-such-turn", "0");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("E_STREAM_TURN_UNKNOWN");
  }

  private static HttpResponse<String> post() throws Exception {
    return http.send(
        HttpRequest.newBuilder(base.resolve("/turns"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> replay(String turnId, String lastEventId) throws Exception {
    return http.send(
        HttpRequest.newBuilder(base.resolve("/turns/" + turnId))
            .header("Last-Event-ID", lastEventId)
            .build(),
        BodyHandlers.ofString());
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

  @SpringBootConfiguration
  @ImportAutoConfiguration({
    JacksonAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    AdkAutoConfiguration.class,
    AdkStreamAutoConfiguration.class
  })
  static class App {

    @Bean
    StorageAdapter storage() {
      return new InMemoryStorageAdapter();
    }

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> {
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
        @PathVariable("turnId") String turnId, @RequestHeader("Last-Event-ID") String last) {
      return stream.replay(SCOPE, turnId, last);
    }

    @ExceptionHandler
    ProblemDetail handle(AdkException e) {
      ProblemDetail problem = ProblemDetail.forStatus(e.status());
      problem.setProperty("code", e.code());
      return problem;
    }
  }
}
