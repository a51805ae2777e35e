package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.RetryOptions;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** What a client reads over HTTP, by each way there is, for each way in which a provider fails. */
@Timeout(120)
class FailingProviderTests {

  private static final String SECRET = "sk-secret";
  private static final String CHUNK =
      "data: {\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Pay no\"}}]}\n\n";

  /** How the provider fails, and the code that says so. */
  private enum Failure {
    REFUSES_THE_KEY(401, error("Incorrect API key provided: " + SECRET)),
    FORBIDS_THE_MODEL(403, error("No access to this model for " + SECRET)),
    DOES_NOT_KNOW_THE_MODEL(404, error("The model does not exist")),
    HAS_NO_QUOTA_LEFT(429, error("You exceeded your quota")),
    IS_BROKEN(500, error("Internal error")),
    IS_OVERLOADED_BEHIND_A_PROXY(503, "<html><body>503 Service Unavailable</body></html>"),
    HANGS_UP(0, ""),
    IS_NOT_THERE(0, ""),
    ANSWERS_WITH_A_PAGE(200, "<html><body>Please log in</body></html>"),
    ANSWERS_WITH_AN_ERROR(200, error("The tunnel is closed")),
    CUTS_THE_ANSWER(200, CHUNK),
    ENDS_THE_ANSWER_WITH_AN_ERROR(200, CHUNK + "data: " + error("Overloaded") + "\n\n"),
    STREAMS_AN_ERROR_ONLY(200, "data: " + error("Overloaded") + "\n\n"),
    STREAMS_NOTHING(200, ""),
    DOES_NOT_BEGIN(0, ""),
    STALLS(200, CHUNK);

    private final int status;
    private final String body;

    Failure(int status, String body) {
      this.status = status;
      this.body = body;
    }

    LlmErrorCode code() {
      return switch (this) {
        case DOES_NOT_BEGIN -> LlmErrorCode.E_LLM_REQUEST_TIMEOUT;
        case STALLS -> LlmErrorCode.E_LLM_STREAM_STALLED;
        case ANSWERS_WITH_A_PAGE,
            ANSWERS_WITH_AN_ERROR,
            CUTS_THE_ANSWER,
            ENDS_THE_ANSWER_WITH_AN_ERROR,
            STREAMS_AN_ERROR_ONLY,
            STREAMS_NOTHING ->
            LlmErrorCode.E_LLM_STREAM_ERROR;
        default -> LlmErrorCode.E_LLM_PROVIDER_ERROR;
      };
    }

    private static String error(String message) {
      return "{\"error\":{\"message\":\"" + message + "\"}}";
    }

    void answer(HttpExchange exchange) throws IOException, InterruptedException {
      exchange.getRequestBody().readAllBytes();
      if (this == DOES_NOT_BEGIN) {
        over.await();
      }
      if (status > 0) {
        exchange
            .getResponseHeaders()
            .set(
                "Content-Type",
                body.isEmpty() || body.startsWith("data:")
                    ? "text/event-stream"
                    : body.startsWith("{") ? "application/json" : "text/html");
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
      }
      if (this == STALLS) {
        over.await();
      }
      exchange.close();
    }
  }

  /** How a client asks, how the failure is told there, and what would be said of a whole answer. */
  private enum Way {
    WHOLE("\"code\":\"E_LLM_", "COMPLETED"),
    STREAM("\"status\":\"failed\"", "\"status\":\"completed\""),
    AI_SDK("\"type\":\"error\"", "\"type\":\"finish\""),
    AG_UI("\"type\":\"RUN_ERROR\"", "\"type\":\"RUN_FINISHED\""),
    CHAT_COMPLETIONS("data: {\"error\":", "\"finish_reason\":\"stop\""),
    RESPONSES("\"type\":\"response.failed\"", "\"type\":\"response.completed\""),
    A2A("\"state\":\"TASK_STATE_FAILED\"", "\"state\":\"TASK_STATE_COMPLETED\""),
    MCP("\"isError\":true", "\"isError\":false");

    private final String failure;
    private final String end;

    Way(String failure, String end) {
      this.failure = failure;
      this.end = end;
    }

    Reply ask() {
      String id = UUID.randomUUID().toString();
      ProtocolClient ann = new ProtocolClient(protocols.base, "ann");
      return switch (this) {
        case WHOLE -> ann.post("/whole/" + id, ProtocolRequest.OWN.body(id, "model"));
        case STREAM -> ann.post("/own/" + id, ProtocolRequest.OWN.body(id, "model"));
        case MCP ->
            ann.post(
                "/mcp",
                ProtocolRequest.MCP.body(id, "model"),
                "Accept",
                "application/json, text/event-stream",
                "Mcp-Session-Id",
                session);
        default -> {
          ProtocolRequest protocol = ProtocolRequest.valueOf(name());
          yield ann.post(protocol.path(id), protocol.body(id, "model"), "A2A-Version", "1.0");
        }
      };
    }
  }

  private static CountDownLatch over;
  private static volatile Failure failing = Failure.HANGS_UP;
  private static final ProtocolsScene protocols = ProtocolsScene.crowd();
  private static HttpServer provider;
  private static String session;
  private static int closed;

  @BeforeAll
  static void start() throws IOException {
    over = new CountDownLatch(1);
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    provider.createContext(
        "/",
        exchange -> {
          try {
            failing.answer(exchange);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    provider.start();
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    session = ProtocolRequest.session(new ProtocolClient(protocols.base, "ann"));
  }

  @AfterAll
  static void stop() {
    over.countDown();
    provider.stop(0);
  }

  private static ChatModelExecutor model(Failure failure) {
    int port = failure == Failure.IS_NOT_THERE ? closed : provider.getAddress().getPort();
    LlmExecutorOptions.Builder options = LlmExecutorOptions.builder().retry(RetryOptions.OFF);
    if (failure == Failure.DOES_NOT_BEGIN) {
      options.firstResponseTimeout(Duration.ofMillis(100));
    }
    if (failure == Failure.STALLS) {
      options.streamIdleTimeout(Duration.ofMillis(100));
    }
    return ChatModelExecutor.builder(
            OpenAiChatModel.builder()
                .options(
                    OpenAiChatOptions.builder()
                        .baseUrl("http://127.0.0.1:" + port + "/v1")
                        .apiKey(SECRET)
                        .model("m")
                        .maxRetries(0)
                        .build())
                .build())
        .options(options.build())
        .build();
  }

  static Stream<Arguments> all() {
    return every(1);
  }

  static Stream<Arguments> some() {
    return every(4);
  }

  /** Each failure by one of so many ways, and each way with one of so many failures. */
  private static Stream<Arguments> every(int share) {
    return Arrays.stream(Failure.values())
        .flatMap(
            failure ->
                Arrays.stream(Way.values())
                    .filter(way -> (failure.ordinal() + way.ordinal()) % share == 0)
                    .map(way -> Arguments.of(failure, way)));
  }

  @ParameterizedTest
  @MethodSource("all")
  @Tag("slow")
  void isToldByEachWay(Failure failure, Way way) {
    isToldWithItsMeaningAndWithoutTheSecret(failure, way);
  }

  @ParameterizedTest
  @MethodSource("some")
  void isToldWithItsMeaningAndWithoutTheSecret(Failure failure, Way way) {
    failing = failure;
    protocols.script().model = model(failure);

    int before = stored();
    Reply reply = way.ask();

    assertThat(reply.body())
        .contains(way.failure)
        .contains(failure.code().meaning())
        .doesNotContain(way.end)
        .doesNotContain(SECRET);
    assertThat(stored()).as("answers in the history").isEqualTo(before);
    if (way == Way.WHOLE) {
      assertThat(reply.status()).isEqualTo(failure.code().status());
      assertThat(reply.response().headers().firstValue("content-type"))
          .contains("application/problem+json");
      JsonNode problem = Json.read(reply.body());
      assertThat(problem.path("code").asString()).isEqualTo(failure.code().name());
      assertThat(problem.path("remedy").asString()).isEqualTo(failure.code().help());
    } else {
      assertThat(reply.status()).isEqualTo(200);
    }
  }

  private static int stored() {
    return JdbcClient.create(protocols.context.getBean(DataSource.class))
        .sql("select count(*) from adk_message where role = 'assistant'")
        .query(Integer.class)
        .single();
  }
}
