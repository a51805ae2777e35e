package dev.adk4j.boot.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.Callers;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.vector.VectorEncoder;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.filter.OncePerRequestFilter;

/** Starts runs over HTTP, with and without a caller who is known. */
class IngestionEndpointTests {

  @TempDir private Path folder;
  @AutoClose private ConfigurableApplicationContext context;

  @SpringBootConfiguration
  @ImportAutoConfiguration({
    AdkAutoConfiguration.class,
    AdkIngestionAutoConfiguration.class,
    AdkRetrievalAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    EndpointAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    TomcatServletManagementContextAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    WebMvcAutoConfiguration.class
  })
  @ImportOwn({"vector.AdkVectorAutoConfiguration", "web.AdkWebAutoConfiguration"})
  @Import(InMemoryStorageAdapter.class)
  static class App {

    @Bean
    ScriptedExecutor executor() {
      return ScriptedExecutor.saying("fine");
    }

    @Bean
    VectorEncoder encoder() {
      return (texts, kind) -> texts.stream().map(text -> new float[] {text.length(), 1}).toList();
    }

    @Bean
    Believing callers() {
      return new Believing();
    }
  }

  /** Believes everybody. */
  static final class Believing extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      chain.doFilter(Callers.as(request.getHeader("X-User"), request), response);
    }
  }

  @BeforeEach
  void start() throws Exception {
    Files.writeString(folder.resolve("secret-plan.md"), "The secret is a blue heron.");
    context =
        new SpringApplicationBuilder(App.class)
            .web(WebApplicationType.SERVLET)
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "adk.vector.backend=in-memory",
                "adk.retrieval.ingestion.folder=" + folder,
                "adk.retrieval.ingestion.endpoint=true",
                "management.endpoints.web.exposure.include=adkingestion,adkretrieval")
            .run();
  }

  private HttpResponse<String> send(@Nullable String user, String method, String path)
      throws Exception {
    String port = context.getEnvironment().getProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator" + path));
    if (user != null) {
      request.header("X-User", user);
    }
    if (method.equals("POST")) {
      request.header("Content-Type", "application/json");
      request.POST(HttpRequest.BodyPublishers.ofString("{}"));
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request.build(), BodyHandlers.ofString());
    }
  }

  @Test
  void aKnownCallerStartsARunAndNobodyElse() throws Exception {
    HttpResponse<String> refused = send(null, "POST", "/adkingestion/adkIngestion");
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.body()).contains("E_NOT_AUTHENTICATED");
    assertThat(send("ann", "GET", "/adkingestion").body()).contains("\"running\":false");

    assertThat(send("ann", "POST", "/adkingestion/nope").statusCode()).isEqualTo(404);
    assertThat(send("ann", "POST", "/adkingestion/adkIngestion").statusCode()).isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> send("ann", "GET", "/adkingestion").body().contains("\"embedded\":1"));
    assertThat(send("ann", "GET", "/adkingestion").body())
        .contains("\"adkIngestion\"", "\"failure\":null")
        .doesNotContain("secret", "blue heron");
  }

  @Test
  void collectionsAreShownWithoutContent() throws Exception {
    assertThat(send("ann", "POST", "/adkingestion/adkIngestion").statusCode()).isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> send("ann", "GET", "/adkretrieval").body().contains("\"records\":2"));
    HttpResponse<String> shown = send("ann", "GET", "/adkretrieval");
    assertThat(shown.body())
        .contains("\"adkVectorDb\"", "\"adk_ingested\"", "\"dimensions\":2", "\"in-memory\"")
        .contains("\"adkIngestedRetriever\"")
        .doesNotContain("secret", "blue heron");
    assertThat(send("ann", "POST", "/adkretrieval").statusCode()).isEqualTo(405);
  }
}
