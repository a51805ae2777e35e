package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.StreamingApp;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.JsonNode;

/** Errors of the library that leave a filter of the application, as a client reads them. */
class ThrowingFilterTests {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static ConfigurableApplicationContext app;

  @BeforeAll
  static void start() {
    app = start("adk.web.challenge=Token");
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @ParameterizedTest
  @CsvSource({
    "plain, 404, E_GATE_NOT_FOUND",
    "provider, 502, E_LLM_PROVIDER_ERROR",
    "servlet, 404, E_GATE_NOT_FOUND",
    "future, 404, E_GATE_NOT_FOUND",
    "writer, 404, E_GATE_NOT_FOUND",
    "stream, 404, E_GATE_NOT_FOUND",
    "login, 401, E_NOT_AUTHENTICATED"
  })
  void isAProblemDetailWithTheHeadersOfOtherFilters(String path, int status, String code)
      throws Exception {
    for (String accept : new String[] {"application/json", "text/html"}) {
      HttpResponse<String> response = get(app, path, accept);

      assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
      assertThat(response.headers().firstValue("content-type"))
          .contains("application/problem+json");
      assertThat(response.headers().firstValue("x-of-the-filter")).contains("kept");
      JsonNode problem = Json.read(response.body());
      assertThat(problem.path("code").asString()).isEqualTo(code);
      assertThat(problem.path("remedy").asString()).isNotBlank();
      assertThat(response.body()).doesNotContain("begun", "sk-secret");
      assertThat(response.headers().firstValue("www-authenticate").isPresent())
          .isEqualTo(status == 401);
    }
  }

  /** There is no place for it any more: the client sees that the response is not whole. */
  @Test
  void errorBehindTheFirstBytesBreaksTheResponseOff() {
    assertThatThrownBy(() -> get(app, "committed", "*/*")).isInstanceOf(IOException.class);
  }

  @Test
  void errorOfTheApplicationIsLeftToSpring() throws Exception {
    HttpResponse<String> response = get(app, "own", "application/json");
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("\"path\":\"/own\"").doesNotContain("remedy");
  }

  @Test
  void isLeftToSpringWherePropertySaysSo() throws Exception {
    try (ConfigurableApplicationContext without = start("adk.web.problem-details=false")) {
      HttpResponse<String> response = get(without, "plain", "application/json");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("\"path\":\"/plain\"").doesNotContain("remedy");
    }
  }

  private static ConfigurableApplicationContext start(String property) {
    return new SpringApplicationBuilder(App.class)
        .properties(
            "server.port=0", "spring.main.banner-mode=off", "adk.storage.noop=tools", property)
        .run();
  }

  private static HttpResponse<String> get(
      ConfigurableApplicationContext app, String path, String accept) throws Exception {
    String port = app.getEnvironment().getRequiredProperty("local.server.port");
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path))
            .header("Accept", accept)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static final class Throwing extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      AdkException error = new AdkException(AdkErrorCode.E_GATE_NOT_FOUND, "No such gate.");
      response.setHeader("X-Of-The-Filter", "kept");
      switch (request.getRequestURI()) {
        case "/plain" -> throw error;
        case "/provider" ->
            throw new AdkException(LlmErrorCode.E_LLM_PROVIDER_ERROR, "Wrong key sk-secret");
        case "/servlet" -> throw new ServletException(error);
        case "/future" -> throw new CompletionException(error);
        case "/login" -> throw new AdkException(WebErrorCode.E_NOT_AUTHENTICATED, "Who is it?");
        case "/own" -> throw new IllegalStateException("mine");
        case "/writer" -> {
          response.setContentType("text/plain");
          response.getWriter().write("begun");
          throw error;
        }
        case "/stream" -> {
          response.setContentLength(5);
          response.getOutputStream().write('b');
          throw error;
        }
        default -> {
          response
              .getOutputStream()
              .write("begun".getBytes(java.nio.charset.StandardCharsets.UTF_8));
          response.flushBuffer();
          throw error;
        }
      }
    }
  }

  @StreamingApp
  static class App {

    @Bean
    PersistentStorage storage() {
      return new InMemoryStorageAdapter();
    }

    @Bean
    DispatchExecutor model() {
      return (ctx, helpers) -> ctx.ack();
    }

    @Bean
    OncePerRequestFilter throwing() {
      return new Throwing();
    }
  }
}
