package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.Callers;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.JsonNode;

/**
 * An application with gates over HTTP and the actuator, on a real server. Users log in with Basic
 * and the password {@code pw}: {@code boss} is an approver, {@code clerk} is not, {@code spy} is of
 * another tenant, and turns work for {@code ann}.
 */
final class GatesApp implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  static final Scope ANN = Scope.of("default", "ann", "c-1");

  /** How the application is put together. */
  enum Layout {
    /** A filter of the application says who is calling; everything on one port. */
    PLAIN("", false),
    /** Spring Security, everything on one port below a context path. */
    SECURED("/app", true),
    /** Spring Security, and the actuator on a port and below a path of its own. */
    SEPARATE("/app", true);

    final String contextPath;
    final boolean secured;

    Layout(String contextPath, boolean secured) {
      this.contextPath = contextPath;
      this.secured = secured;
    }
  }

  final ConfigurableApplicationContext context;
  final URI gates;
  final URI actuator;
  final GateService service;

  GatesApp(Layout layout, String... properties) {
    SpringApplicationBuilder app =
        new SpringApplicationBuilder(Parts.class, layout.secured ? Secured.class : Plain.class)
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "adk.gates.web.enabled=true",
                "adk.gates.required-authorities.payment=ROLE_APPROVER",
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.adkgates.access=unrestricted")
            .properties(properties);
    if (!layout.contextPath.isEmpty()) {
      app.properties("server.servlet.context-path=" + layout.contextPath);
    }
    if (layout == Layout.SEPARATE) {
      app.properties("management.server.port=0", "management.server.base-path=/ops");
    }
    this.context = app.run();
    String own = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
    this.gates = URI.create(own + layout.contextPath + "/adk/gates");
    this.actuator =
        layout == Layout.SEPARATE
            ? URI.create(
                "http://localhost:"
                    + context.getEnvironment().getProperty("local.management.port")
                    + "/ops/actuator/adkgates")
            : URI.create(own + layout.contextPath + "/actuator/adkgates");
    this.service = context.getBean(GateService.class);
  }

  /** A turn of ann's that waits for any value. */
  GateWaiter<@Nullable Object> ask(String id, String reason) {
    return GateWaiter.start(service, ANN, GateRequest.of(id, reason, null));
  }

  /** A turn of ann's that waits for a text. */
  GateWaiter<String> askText(String id, String reason) {
    return GateWaiter.start(
        service, ANN, GateRequest.of(id, reason, null).schema(GateSchema.instanceOf(String.class)));
  }

  /** What an endpoint answers. */
  record Answer(int status, String type, String body, HttpResponse<String> response) {

    JsonNode json() {
      return Json.read(body);
    }

    Answer isProblem(int expected, String code) {
      assertThat(status).as(body).isEqualTo(expected);
      assertThat(type).isEqualTo("application/problem+json");
      assertThat(json().path("code").asString()).isEqualTo(code);
      assertThat(json().path("detail").asString())
          .isNotBlank()
          .doesNotContain("jackson", "Feature", "JsonToken", "org.springframework");
      return this;
    }
  }

  /** Sends a request as that user, or as nobody. */
  static Answer send(@Nullable String user, HttpRequest.Builder request) throws Exception {
    if (user != null) {
      request.header("Authorization", basic(user));
    }
    HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("content-type").orElse(""),
        response.body(),
        response);
  }

  static Answer post(@Nullable String user, String uri, String body) throws Exception {
    return send(
        user,
        HttpRequest.newBuilder(URI.create(uri))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  static String basic(String user) {
    byte[] login = (user + ":pw").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }

  @Override
  public void close() {
    context.close();
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    JacksonAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    TomcatServletManagementContextAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    EndpointAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    AdkAutoConfiguration.class,
    AdkWebAutoConfiguration.class,
    AdkGatesAutoConfiguration.class,
    AdkStoredTurnsAutoConfiguration.class
  })
  @ImportOwn({"gate.AdkGatesWebAutoConfiguration", "actuate.AdkActuatorAutoConfiguration"})
  @Import(InMemoryStorageAdapter.class)
  static class Parts {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> ctx.ack();
    }

    @Bean
    GateActors actors() {
      return (principal, channel) ->
          Optional.ofNullable(principal)
              .map(
                  known ->
                      GateActor.of(
                          known.getName(),
                          known.getName().equals("spy") ? "other" : "default",
                          known.getName().equals("boss") ? List.of("ROLE_APPROVER") : List.of(),
                          channel));
    }
  }

  /** As applications do it without Spring Security: an unordered filter with a principal. */
  @Configuration(proxyBeanMethods = false)
  static class Plain {

    @Bean
    OncePerRequestFilter login() {
      return new OncePerRequestFilter() {
        @Override
        protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
          chain.doFilter(Callers.as(user(request.getHeader("Authorization")), request), response);
        }
      };
    }

    private static @Nullable String user(@Nullable String login) {
      for (String user : List.of("boss", "clerk", "spy", "ann")) {
        if (basic(user).equals(login)) {
          return user;
        }
      }
      return null;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    SecurityAutoConfiguration.class,
    ServletWebSecurityAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class
  })
  static class Secured {

    /** Lets everybody through, so that what refuses a caller is the library. */
    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
      return http.csrf(csrf -> csrf.disable())
          .httpBasic(Customizer.withDefaults())
          .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .build();
    }

    /** No bean can change a password: each would be encoded, and then take long to compare. */
    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(
              List.of("boss", "clerk", "spy", "ann").stream()
                  .map(name -> User.withUsername(name).password("{noop}pw").roles("USER").build())
                  .toList())
          ::loadUserByUsername;
    }
  }
}
