package dev.adk4j.fuzz;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.sample.web.Postgres;
import dev.adk4j.sample.web.SseEvents;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.stream.TurnEventStream;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * An application with every endpoint that the library has, on PostgreSQL, and with a controller
 * over the event stream as the library's documentation shows it.
 */
final class LibraryApp implements AutoCloseable {

  private static final Scope ANN = Scope.of("default", "ann", "c-1");

  final ConfigurableApplicationContext context;
  final int port;
  private final Postgres database = Postgres.start();
  private final GateService service;
  private final AtomicLong next = new AtomicLong();

  LibraryApp() throws Exception {
    this.context =
        new SpringApplicationBuilder(Parts.class)
            .web(WebApplicationType.SERVLET)
            .run(
                "--spring.config.name=none",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.jpa.open-in-view=false",
                "--spring.servlet.multipart.enabled=false",
                "--spring.threads.virtual.enabled=true",
                "--spring.ai.model.chat=none",
                "--spring.ai.model.embedding=none",
                "--spring.ai.model.image=none",
                "--spring.ai.model.moderation=none",
                "--spring.ai.model.audio.speech=none",
                "--spring.ai.model.audio.transcription=none",
                "--adk.storage.noop=tools",
                // right requests must succeed however many there are
                "--adk.limits.open-gates-per-subject=0",
                "--adk.limits.open-turns-per-subject=0",
                "--adk.limits.streams-per-subject=0",
                "--adk.limits.turns-per-hour=0",
                "--adk.limits.conversations-per-hour=0",
                "--adk.gates.web.enabled=true",
                "--adk.gates.required-authorities.payment=ROLE_APPROVER",
                "--management.endpoints.web.exposure.include=*",
                // Spring Boot's own page, which answers 500 to an Accept of another charset
                "--management.endpoints.web.discovery.enabled=false",
                "--management.endpoint.adkgates.access=unrestricted",
                "--management.endpoint.adkturns.access=unrestricted");
    this.port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    this.service = context.getBean(GateService.class);
  }

  List<Seed> seeds() {
    return List.of(
        Seed.of("GET /adk/gates", () -> get("/adk/gates").query("limit", "3")),
        Seed.of("GET /adk/gates/{ref}", () -> get("/adk/gates/{}", gate().ref())),
        Seed.of(
            "POST /adk/gates/{ref}",
            () ->
                as("boss", FuzzRequest.of("POST", "/adk/gates/{}", gate().ref()))
                    .json(
                        "{\"decision\":\"resolve\",\"value\":{\"a\":[1,\"b\",null]},\"edited\":true,\"comment\":\"ok\"}"),
            409),
        Seed.of("GET /actuator/adk", () -> get("/actuator/adk")),
        Seed.of(
            "GET /actuator/adkturns",
            () ->
                get("/actuator/adkturns")
                    .query("state", "failed,queued")
                    .query("tenant", "default")
                    .query("limit", "3")),
        Seed.of("GET /actuator/adkturns/{turnId}", () -> get("/actuator/adkturns/{}", failed())),
        Seed.of(
            "POST /actuator/adkturns/{turnId}",
            () ->
                as("boss", FuzzRequest.of("POST", "/actuator/adkturns/{}", failed()))
                    .json("{\"operation\":\"cancel\",\"tenant\":\"default\"}"),
            409),
        Seed.of("GET /actuator/adkmemory", () -> get("/actuator/adkmemory")),
        Seed.of("GET /actuator/adkretrieval", () -> get("/actuator/adkretrieval")),
        Seed.of("GET /actuator/adkgates", () -> get("/actuator/adkgates")),
        Seed.of("GET /actuator/adkgates/{ref}", () -> get("/actuator/adkgates/{}", gate().ref())),
        Seed.of(
            "POST /actuator/adkgates/{ref}",
            () -> settling(FuzzRequest.of("POST", "/actuator/adkgates/{}", gate().ref())),
            409),
        Seed.of(
            "POST /actuator/adkgates/{turnId}/{gateId}",
            () -> {
              GateWaiter<?> gate = gate();
              return settling(
                  FuzzRequest.of(
                      "POST", "/actuator/adkgates/{}/{}", gate.turnId(), gate.gate().id()));
            },
            409),
        Seed.ofApplication(
            "POST /conversations/{id}/messages application/json", () -> message("c-1")),
        Seed.ofApplication(
            "GET /conversations/{id}/turns/{turnId}",
            () -> get("/conversations/{}/turns/{}", "c-1", turn())));
  }

  private static FuzzRequest get(String path, String... values) {
    return as("boss", FuzzRequest.of("GET", path, values));
  }

  private static FuzzRequest settling(FuzzRequest request) {
    return as("boss", request)
        .json("{\"decision\":\"resolve\",\"value\":{\"a\":[1,\"b\",null]},\"reason\":\"ok\"}");
  }

  private static FuzzRequest message(String conversation) {
    return as("ann", FuzzRequest.of("POST", "/conversations/{}/messages", conversation))
        .json("{\"text\":\"hello\"}");
  }

  private static FuzzRequest as(String user, FuzzRequest request) {
    byte[] login = (user + ":pw").getBytes(StandardCharsets.UTF_8);
    return request
        .header("Host", "localhost")
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
  }

  private GateWaiter<?> gate() {
    return GateWaiter.start(
        service,
        ANN,
        GateRequest.of("g-" + next.incrementAndGet(), "payment", null)
            .timeout(Duration.ofMinutes(1)));
  }

  private String failed() {
    return FailedTurn.in(context.getBean(TurnStore.class));
  }

  /** One that has ended. */
  private String turn() throws IOException {
    FuzzAnswer answer = FuzzAnswer.to(message("c-1"), port, 60_000);
    return SseEvents.parse(answer.body()).getLast().data().path("turnId").asString();
  }

  @Override
  public void close() throws IOException {
    context.close();
    database.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Conversations.class)
  static class Parts {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> ctx.ack();
    }

    @Bean
    JdbcMemoryStore facts(DataSource dataSource, JdbcStorageOptions options) {
      return JdbcMemoryStore.builder(dataSource, "facts").options(options).build();
    }

    @Bean
    GateActors actors() {
      return (principal, channel) ->
          Optional.ofNullable(principal)
              .map(
                  known ->
                      GateActor.of(known.getName(), "default", List.of("ROLE_APPROVER"), channel));
    }

    @Bean
    OncePerRequestFilter login() {
      return new Login();
    }
  }

  /** Basic, without checking passwords. */
  private static final class Login extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      String login = request.getHeader("Authorization");
      chain.doFilter(
          login == null || !login.matches("Basic [A-Za-z0-9+/=]{8,40}")
              ? request
              : new HttpServletRequestWrapper(request) {
                @Override
                public Principal getUserPrincipal() {
                  return () -> login.equals("Basic YW5uOnB3") ? "ann" : "boss";
                }
              },
          response);
    }
  }

  @RestController
  static class Conversations {

    private final TurnEventStream stream;

    Conversations(TurnEventStream stream) {
      this.stream = stream;
    }

    record Post(@Nullable String text) {}

    @PostMapping(path = "/conversations/{id}/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
    SseEmitter post(@PathVariable String id, @RequestBody Post post) {
      if (post.text() == null || post.text().isBlank()) {
        throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
      }
      return stream.start(
          RawTurnContext.builder()
              .systemPrompt("You help.")
              .scope(Scope.of("default", "ann", id))
              .input(Message.user(post.text()))
              .build());
    }

    @GetMapping("/conversations/{id}/turns/{turnId}")
    SseEmitter reconnect(
        @PathVariable String id,
        @PathVariable String turnId,
        @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last) {
      return stream.replay(Scope.of("default", "ann", id), turnId, last);
    }
  }
}
