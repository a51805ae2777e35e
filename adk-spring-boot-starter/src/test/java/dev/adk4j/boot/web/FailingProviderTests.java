package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.llm.AdkLlmAutoConfiguration;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Reads over HTTP what a client reads when the provider of the model fails. */
class FailingProviderTests {

  private static final HttpClient http = HttpClient.newHttpClient();

  /** How the provider fails. */
  enum Failure {
    REFUSES,
    HANGS_UP,
    IS_NOT_THERE
  }

  @ParameterizedTest
  @EnumSource
  void wholeAnswerIsAProblemDetailAndAStreamEndsWithTheCode(Failure failure) throws Exception {
    HttpServer provider = provider(failure);
    provider.start();
    int port = provider.getAddress().getPort();
    if (failure == Failure.IS_NOT_THERE) {
      provider.stop(0);
    }
    try (ConfigurableApplicationContext app = start("http://127.0.0.1:" + port + "/v1")) {
      HttpResponse<String> whole = post(app, "/whole");
      assertThat(whole.statusCode())
          .as(whole.toString() + whole.headers().map() + whole.body())
          .isEqualTo(502);
      assertThat(whole.headers().firstValue("content-type")).contains("application/problem+json");
      JsonNode problem = Json.read(whole.body());
      assertThat(problem.path("code").asString()).isEqualTo("E_LLM_PROVIDER_ERROR");
      assertThat(problem.path("detail").asString()).isNotBlank();
      assertThat(problem.path("remedy").asString()).isNotBlank();
      assertThat(whole.body()).doesNotContain("sk-secret");

      HttpResponse<String> streamed = post(app, "/streamed");
      assertThat(streamed.statusCode()).isEqualTo(200);
      assertThat(streamed.body())
          .contains("E_LLM_PROVIDER_ERROR", "\"status\":\"failed\"")
          .doesNotContain("sk-secret");
    } finally {
      provider.stop(0);
    }
  }

  private static HttpServer provider(Failure failure) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          if (failure == Failure.REFUSES) {
            byte[] body =
                "{\"error\":{\"message\":\"Incorrect API key provided: sk-secret\"}}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(401, body.length);
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    return server;
  }

  private static ConfigurableApplicationContext start(String url) {
    return new SpringApplicationBuilder(App.class)
        .properties(
            "server.port=0",
            "spring.main.banner-mode=off",
            "adk.storage.noop=tools",
            "adk.client.system-prompt=Be brief.",
            "adk.llm.retry.max-attempts=1",
            "url=" + url)
        .run();
  }

  private static HttpResponse<String> post(ConfigurableApplicationContext app, String path)
      throws Exception {
    String port = app.getEnvironment().getRequiredProperty("local.server.port");
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @RestController
  record Chat(AgentClient agent) {

    @PostMapping("/whole")
    Answer whole() {
      return agent.conversation("ann", "whole").send("Hi");
    }

    @PostMapping("/streamed")
    AgentStream streamed() {
      return agent.conversation("ann", "streamed").stream("Hi");
    }
  }

  @SpringBootConfiguration
  @ImportAutoConfiguration({
    JacksonAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    AdkLlmAutoConfiguration.class,
    AdkAutoConfiguration.class,
    AdkStreamAutoConfiguration.class
  })
  static class App {

    @Bean
    PersistentStorage storage() {
      return new InMemoryStorageAdapter();
    }

    @Bean
    ChatModel model(Environment environment) {
      return OpenAiChatModel.builder()
          .options(
              OpenAiChatOptions.builder()
                  .baseUrl(environment.getRequiredProperty("url"))
                  .apiKey("sk-secret")
                  .model("m")
                  .maxRetries(0)
                  .build())
          .build();
    }

    @Bean
    Chat chat(AgentClient agent) {
      return new Chat(agent);
    }
  }
}
