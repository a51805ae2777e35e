package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.sample.SampleApplication;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** Two copies of the application on one PostgreSQL, behind which a balancer could put anybody. */
@Tag("slow")
class TwoInstancesTests {

  private static Postgres postgres;
  private static final List<ConfigurableApplicationContext> SERVERS = new ArrayList<>();
  private static final List<Api> APIS = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    postgres = Postgres.start();
    for (int i = 0; i < 2; i++) {
      ConfigurableApplicationContext server =
          new SpringApplicationBuilder(SampleApplication.class)
              .profiles("postgres")
              .registerShutdownHook(false)
              .run(
                  "--server.port=0",
                  "--spring.datasource.url=" + postgres.url(),
                  "--spring.datasource.username=" + postgres.user(),
                  "--spring.datasource.password=" + postgres.password(),
                  "--sample.agent.delta-pause=0",
                  // an instance that stands still for seconds still says no to a bad value
                  "--adk.gates.verdict-timeout=2m",
                  "--adk.shutdown.timeout=1s");
      SERVERS.add(server);
      APIS.add(new Api(((ServletWebServerApplicationContext) server).getWebServer().getPort()));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    SERVERS.forEach(ConfigurableApplicationContext::close);
    SERVERS.clear();
    APIS.clear();
    postgres.close();
  }

  @Test
  void messagesToEitherAreOneConversation() throws Exception {
    for (int i = 0; i < 6; i++) {
      assertThat(Api.answer(APIS.get(i % 2).say("turns", i + " + 1"))).endsWith("= " + (i + 1));
    }
    JsonNode shown = APIS.get(0).conversation("turns");
    assertThat(APIS.get(1).conversation("turns")).isEqualTo(shown);
    assertThat(said(shown))
        .containsExactly(
            "0 + 1",
            "0 + 1 = 1",
            "1 + 1",
            "1 + 1 = 2",
            "2 + 1",
            "2 + 1 = 3",
            "3 + 1",
            "3 + 1 = 4",
            "4 + 1",
            "4 + 1 = 5",
            "5 + 1",
            "5 + 1 = 6");
  }

  @Test
  void messagesToBothAtTheSameTimeAreAllKeptOnceAndInOneOrder() throws Exception {
    int posts = 16;
    List<Callable<String>> asks =
        IntStream.range(0, posts)
            .<Callable<String>>mapToObj(
                i -> () -> Api.answer(APIS.get(i % 2).say("crowd", i + " * 2")))
            .toList();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = pool.invokeAll(asks);
      for (int i = 0; i < posts; i++) {
        assertThat(answers.get(i).get()).isEqualTo(i + " * 2 = " + 2 * i);
      }
    }
    JsonNode shown = APIS.get(0).conversation("crowd");
    assertThat(APIS.get(1).conversation("crowd")).isEqualTo(shown);
    assertThat(shown.path("entries").valueStream().map(e -> e.path("seq").asLong()))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 4L * posts).boxed().toList());
    Map<String, Long> times =
        said(shown).stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(times).hasSize(2 * posts).allSatisfy((text, count) -> assertThat(count).isOne());
  }

  @Test
  void otherInstanceRecallsListsAndErasesMemories() throws Exception {
    APIS.get(0).say("tell", "remember that my fish is called Bo");
    assertThat(Api.answer(APIS.get(1).say("ask", "what is my fish called?")))
        .isEqualTo("I remember: my fish is called Bo");
    JsonNode memory =
        APIS.get(1)
            .json("/api/memories")
            .path("memories")
            .valueStream()
            .filter(m -> m.path("content").asString().equals("my fish is called Bo"))
            .findFirst()
            .orElseThrow();
    assertThat(APIS.get(1).delete("/api/memories/" + memory.path("id").asString()).statusCode())
        .isEqualTo(204);
    assertThat(Api.answer(APIS.get(0).say("ask", "what is my fish called?"))).doesNotContain("Bo");
  }

  @Test
  void otherInstanceReadsUploadedFile() throws Exception {
    APIS.get(0).upload("file", "list.txt", "milk\nbread\n".getBytes());
    assertThat(Api.answer(APIS.get(1).say("file", "find bread in list.txt"))).contains("bread");
  }

  @Test
  void firstDecisionAtEitherInstanceCounts() throws Exception {
    try (GateWatcher gate = GateWatcher.ask(APIS.get(0), "gate", "publish: Two - instances")) {
      String path = gate.path();
      HttpResponse<String> bad =
          APIS.get(1).postJson(path, "{\"decision\":\"approve\",\"args\":{\"title\":1}}");
      assertThat(bad.statusCode()).isEqualTo(422);
      assertThat(APIS.get(1).postJson(path, "{\"decision\":\"approve\"}").statusCode())
          .isEqualTo(204);
      assertThat(gate.answer()).isEqualTo("Published the note \"Two\".");
      HttpResponse<String> late = APIS.get(0).postJson(path, "{\"decision\":\"reject\"}");
      assertThat(late.statusCode()).isEqualTo(409);
      assertThat(late.body()).contains("E_GATE_NOT_OPEN");
    }
    assertThat(APIS.get(1).json("/api/notes").toString()).contains("instances");
  }

  private static List<String> said(JsonNode conversation) {
    return conversation
        .path("entries")
        .valueStream()
        .filter(e -> e.path("type").asString().equals("message"))
        .map(e -> e.path("message").path("content").asString())
        .toList();
  }
}
