package dev.adk4j.boot.protocol;

import dev.adk4j.boot.Callers;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.StreamingApp;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerJsonMapperAutoConfiguration;
import org.springframework.ai.mcp.server.webmvc.autoconfigure.McpServerStreamableHttpWebMvcAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/** An application with an agent and the protocols, of which the tests' scenes are made. */
public abstract class ProtocolApp implements AutoCloseable {

  public final ConfigurableApplicationContext context;
  public final URI base;

  /**
   * @param parts adds beans, such as the stores
   * @param defaults properties of the scene, of which the test may set others
   */
  ProtocolApp(
      List<Class<?>> sources,
      Consumer<GenericApplicationContext> parts,
      List<String> defaults,
      String... properties) {
    this.context =
        new SpringApplicationBuilder(Common.class)
            .sources(sources.toArray(Class<?>[]::new))
            .initializers(context -> parts.accept((GenericApplicationContext) context))
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "adk.client.system-prompt=Be brief.",
                "adk.agents.demo.description=Plays the scene.",
                "adk.web.ai-sdk.path=/api/chat",
                "adk.web.ag-ui.path=/agui",
                "adk.web.openai.path=/v1",
                "adk.web.a2a.path=/a2a")
            .properties(defaults.toArray(String[]::new))
            .properties(properties)
            // stronger than what the other tests have
            .run("--spring.ai.mcp.server.enabled=true");
    this.base =
        URI.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"));
  }

  @Override
  public void close() {
    context.close();
  }

  @StreamingApp
  @ImportAutoConfiguration({
    AdkGatesAutoConfiguration.class,
    AdkStoredTurnsAutoConfiguration.class,
    AdkProtocolsAutoConfiguration.class
  })
  @ImportOwn({"limit.AdkLimitsAutoConfiguration", "web.AdkWebAutoConfiguration"})
  static class Common {}

  /** The protocol that needs a server of its own. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    AdkMcpServerAutoConfiguration.class,
    McpServerJsonMapperAutoConfiguration.class,
    McpServerStreamableHttpWebMvcAutoConfiguration.class,
    McpServerAutoConfiguration.class
  })
  static class Mcp {}

  /** Records in a database, whose statements are counted. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class})
  @ImportOwn({"jdbc.AdkJdbcStorageAutoConfiguration"})
  static class Database {

    @Bean
    static CountedStatements counted() {
      return new CountedStatements();
    }
  }

  /** A bearer token, or the parameter {@code user}, is the name of its user. */
  @Configuration(proxyBeanMethods = false)
  static class Bearers {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    OncePerRequestFilter bearer() {
      return new OncePerRequestFilter() {
        @Override
        protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
          String token = Callers.bearer(request);
          String user = token == null ? request.getParameter("user") : token;
          chain.doFilter(Callers.as(user, request), response);
        }
      };
    }
  }
}
