package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.http.okhttp.AnthropicHttpClientBuilderCustomizer;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.http.okhttp.OpenAiHttpClientBuilderCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Responses with status 200 that are no answer, and pages with the status of an error. */
@Tag("slow")
class NoAnswerTests {

  private static final String PAGE =
      "<!DOCTYPE html>\n<html><body><h1>The tunnel is closed</h1></body></html>\n";

  private HttpServer server;
  private volatile int status;
  private volatile String type;
  private volatile String body;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  static List<Arguments> failures() {
    List<Arguments> failures = new ArrayList<>();
    for (String model : List.of("openai", "anthropic")) {
      for (boolean streamed : new boolean[] {true, false}) {
        failures.add(failure(model, streamed, 200, "text/html", PAGE, "tunnel is closed", 502));
        failures.add(failure(model, streamed, 200, "application/json", PAGE, "tunnel", 502));
        failures.add(failure(model, true, 200, "text/event-stream", PAGE, "tunnel", 200));
        failures.add(failure(model, streamed, 503, "text/html", PAGE, "tunnel is closed", 503));
        failures.add(failure(model, streamed, 200, "text/plain", "error code: 521", "521", 502));
        for (String type : List.of("application/json", "text/html", "text/event-stream")) {
          failures.add(
              failure(
                  model,
                  streamed || type.equals("text/event-stream"),
                  200,
                  type,
                  "{\"error\":{\"message\":\"out of credits\",\"code\":402}}",
                  "out of credits",
                  402));
        }
        for (String text :
            List.of(
                "{\"error\":\"out of credits\"}",
                "{\"error\":{\"message\":\"out of credits\",\"code\":\"quota\"},\"choices\":[]}",
                "{\"type\":\"error\",\"error\":{\"message\":\"out of credits\"}}",
                "{\"object\":\"error\",\"message\":\"out of credits\"}",
                "{\"detail\":\"out of credits\"}",
                "[\"out of credits\"]")) {
          failures.add(
              failure(model, streamed, 200, "application/json", text, "out of credits", 502));
        }
      }
    }
    return failures;
  }

  private static Arguments failure(
      String model, boolean streamed, int status, String type, String body, String said, int as) {
    return Arguments.of(model, streamed, status, type, body, said, as);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void isTheProvidersErrorWithItsWords(
      String model, boolean streamed, int status, String type, String body, String said, int as) {
    AdkException error = ask(model, streamed, status, type, body, null);

    assertThat(error).isNotNull();
    assertThat(error.getMessage()).contains(said);
    if (type.equals("text/event-stream")) {
      assertThat(error.errorCode()).isEqualTo(LlmErrorCode.E_LLM_STREAM_ERROR);
    } else {
      assertThat(error.errorCode()).isEqualTo(LlmErrorCode.E_LLM_PROVIDER_ERROR);
      assertThat(error.getMessage()).contains("status " + as);
    }
  }

  static List<Arguments> answers() {
    String chunk =
        "{\"id\":\"c\",\"model\":\"m\",\"created\":1,\"object\":\"chat.completion.chunk\",\"choices\":[{"
            + "\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
    String whole =
        "{\"id\":\"c\",\"model\":\"m\",\"created\":1,\"object\":\"chat.completion\",\"error\":null,"
            + "\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
    return List.of(
        Arguments.of(true, "text/event-stream", "data: " + chunk + "\n\n"),
        Arguments.of(true, "text/plain", "data:" + chunk + "\n\n"),
        Arguments.of(true, "text/event-stream", "\n\nevent: x\ndata: " + chunk + "\n\n"),
        Arguments.of(true, "text/event-stream", ": wait\n\n: wait\n\ndata: " + chunk + "\n\n"),
        Arguments.of(false, "application/json", whole),
        Arguments.of(false, "text/plain", "\n\n  " + whole));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void leavesAnAnswerAsItIs(boolean streamed, String type, String body) {
    assertThat(ask("openai", streamed, 200, type, body, "Hi")).isNull();
  }

  /** Returns the error of the turn, if it has one. */
  private @Nullable AdkException ask(
      String model, boolean streamed, int status, String type, String body, @Nullable String said) {
    this.status = status;
    this.type = type;
    this.body = body;
    AdkException[] error = new AdkException[1];
    ContextStarter.of(AdkLlmAutoConfiguration.class, AdkAutoConfiguration.class)
        .withBean(PersistentStorage.class, InMemoryStorageAdapter::new)
        .withUserConfiguration(model.equals("openai") ? OpenAi.class : Anthropic.class)
        .withPropertyValues(
            "url=http://127.0.0.1:" + server.getAddress().getPort(),
            "adk.storage.noop=tools",
            "adk.llm.stream=" + streamed)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              AgentClient agent = context.getBean(AgentClient.class);
              error[0] =
                  catchThrowableOfType(
                      AdkException.class, () -> assertThat(agent.ask("Hi")).isEqualTo(said));
            });
    return error[0];
  }

  static class OpenAi {

    @Bean
    ChatModel model(
        Environment environment, ObjectProvider<OpenAiHttpClientBuilderCustomizer> customizers) {
      return OpenAiChatModel.builder()
          .httpClientBuilderCustomizers(customizers.orderedStream().toList())
          .options(
              OpenAiChatOptions.builder()
                  .baseUrl(environment.getRequiredProperty("url") + "/v1")
                  .apiKey("no-key")
                  .model("m")
                  .maxRetries(0)
                  .build())
          .build();
    }
  }

  static class Anthropic {

    @Bean
    ChatModel model(
        Environment environment, ObjectProvider<AnthropicHttpClientBuilderCustomizer> customizers) {
      return AnthropicChatModel.builder()
          .httpClientBuilderCustomizers(customizers.orderedStream().toList())
          .options(
              AnthropicChatOptions.builder()
                  .baseUrl(environment.getRequiredProperty("url"))
                  .apiKey("no-key")
                  .model("m")
                  .maxTokens(100)
                  .maxRetries(0)
                  .build())
          .build();
    }
  }
}
