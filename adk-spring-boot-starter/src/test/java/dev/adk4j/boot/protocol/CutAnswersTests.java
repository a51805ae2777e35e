package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.springai.chat.ChatModelExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.jdbc.core.JdbcTemplate;

/** Each protocol tells that the model's answer was cut, and none that it is complete. */
class CutAnswersTests {

  private static final String CHUNK =
      "data: {\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Pay no\"}}]}\n\n";
  private static final String ERROR =
      "data: {\"error\":{\"message\":\"The tunnel is closed\"}}\n\n";

  @SuppressWarnings("NullAway.Init")
  private static FiveProtocols protocols;

  @SuppressWarnings("NullAway.Init")
  private static HttpServer provider;

  private static volatile String body = "";

  @BeforeAll
  static void start() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    provider.start();
    protocols = new FiveProtocols();
    protocols.script().model =
        ChatModelExecutor.of(
            OpenAiChatModel.builder()
                .options(
                    OpenAiChatOptions.builder()
                        .baseUrl("http://127.0.0.1:" + provider.getAddress().getPort() + "/v1")
                        .apiKey("no-key")
                        .model("m")
                        .maxRetries(0)
                        .build())
                .build());
  }

  @AfterAll
  static void stop() {
    protocols.close();
    provider.stop(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "OWN | \"status\":\"failed\" | \"status\":\"completed\"",
        "AI_SDK | \"type\":\"error\" | \"type\":\"finish\"",
        "AG_UI | \"type\":\"RUN_ERROR\" | \"type\":\"RUN_FINISHED\"",
        "CHAT_COMPLETIONS | data: {\"error\": | \"finish_reason\":\"stop\"",
        "RESPONSES | \"type\":\"response.failed\" | \"type\":\"response.completed\"",
        "A2A | \"state\":\"TASK_STATE_FAILED\" | \"state\":\"TASK_STATE_COMPLETED\""
      })
  void tellsTheFailureAndNoEnd(ProtocolRequest protocol, String failure, String end) {
    for (String said : new String[] {CHUNK, CHUNK + ERROR, ERROR, ""}) {
      body = said;
      String id = UUID.randomUUID().toString();
      int before = stored();

      Reply reply =
          new ProtocolClient(protocols.base, "ann")
              .post(protocol.path(id), protocol.body(id, "model"), "A2A-Version", "1.0");

      assertThat(reply.body())
          .as(said)
          .contains(failure)
          .contains("The model's answer was interrupted.")
          .doesNotContain(end);
      assertThat(stored()).isEqualTo(before);
    }
  }

  private static int stored() {
    Integer count =
        new JdbcTemplate(protocols.context.getBean(DataSource.class))
            .queryForObject(
                "select count(*) from adk_message where role = 'assistant'", Integer.class);
    return count == null ? 0 : count;
  }
}
