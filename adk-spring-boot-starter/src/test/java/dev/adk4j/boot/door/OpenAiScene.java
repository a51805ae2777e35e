package dev.adk4j.boot.door;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkWaitingTurnsAutoConfiguration;
import dev.adk4j.boot.limit.config.AdkLimitsAutoConfiguration;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.boot.web.AdkWebAutoConfiguration;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.door.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * An application that plays the scene which the clients of OpenAI and A2A expect. A bearer token is
 * the name of its user; {@code wrong} is nobody's.
 */
public final class OpenAiScene implements AutoCloseable {

  final ConfigurableApplicationContext context;
  final URI base;

  OpenAiScene(String... properties) {
    this.context =
        new SpringApplicationBuilder(Parts.class)
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "adk.client.system-prompt=Be brief.",
                "adk.agents.demo.description=Refunds and finds orders.",
                "adk.web.openai.path=/v1",
                "adk.web.a2a.path=/a2a")
            .properties(properties)
            .run();
    this.base =
        URI.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"));
  }

  Script script() {
    return context.getBean(Script.class);
  }

  @Override
  public void close() {
    context.close();
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    AdkLimitsAutoConfiguration.class,
    AdkGatesAutoConfiguration.class,
    AdkWaitingTurnsAutoConfiguration.class,
    AdkAutoConfiguration.class,
    AdkStreamAutoConfiguration.class,
    AdkWebAutoConfiguration.class,
    AdkOpenAiAutoConfiguration.class,
    AdkA2aAutoConfiguration.class
  })
  static class Parts {

    @Bean
    StorageAdapter storage() {
      return new InMemoryStorageAdapter();
    }

    /** The clients' scripts know the names of the gates beforehand. */
    @Bean
    GateStore gateStore(NamedGates names) {
      return names.over(GateStore.inMemory());
    }

    @Bean
    NamedGates names() {
      return new NamedGates();
    }

    @Bean
    Script script() {
      return new Script();
    }

    @Bean
    Desk desk() {
      return new Desk();
    }

    /** Declared by the application: there is no Spring Security, and the filter knows who calls. */
    @Bean
    WebScopeResolver scopes() {
      return request ->
          Optional.ofNullable(request.getUserPrincipal())
              .map(user -> Scope.DEFAULT.withSubject(user.getName()));
    }

    @Bean
    GateActors actors() {
      return new PrincipalGateActors();
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    OncePerRequestFilter bearer() {
      return new BearerIsUser();
    }
  }

  /** The tool of the scene. */
  static final class Desk {

    final AtomicInteger refunds = new AtomicInteger();

    @AgentTool(value = "Refunds an amount.", approval = Approval.BY_USER)
    public String refund(int amount) {
      refunds.incrementAndGet();
      return "refunded " + amount;
    }

    @AgentTool(value = "Refunds what the boss approves.", approval = Approval.BY_OTHER)
    public String payout(int amount) {
      refunds.incrementAndGet();
      return "paid " + amount;
    }

    @AgentTool("Finds an order.")
    public String findOrder(String number) {
      return "Order " + number + " is on its way.";
    }
  }

  private static final class BearerIsUser extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      String login = request.getHeader("Authorization");
      if (login == null || !login.startsWith("Bearer ") || login.equals("Bearer wrong")) {
        chain.doFilter(request, response);
        return;
      }
      Principal user = () -> login.substring("Bearer ".length());
      chain.doFilter(
          new HttpServletRequestWrapper(request) {
            @Override
            public Principal getUserPrincipal() {
              return user;
            }
          },
          response);
    }
  }

  /** Answers by what is asked. */
  static final class Script implements DispatchExecutor {

    final AtomicInteger turns = new AtomicInteger();
    final AtomicInteger aborted = new AtomicInteger();

    /** Opened to let turns end that were asked to wait. */
    volatile CountDownLatch held = new CountDownLatch(1);

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      Message asked = ctx.turnMessages().snapshot().getLast();
      String text = asked.text();
      turns.incrementAndGet();
      if (ctx.iteration() == 0 && asksForTool(text)) {
        think(ctx, helpers);
        ToolCallRunner.run(ctx, helpers, List.of(call(text)), ToolResultOptions.DEFAULT);
        return;
      }
      switch (text) {
        case "fail" -> {
          helpers.reportMessage("f-" + ctx.turnId(), "Hel");
          throw new IllegalStateException("secret of the database");
        }
        case "slow" -> slow(ctx, helpers);
        case "hold" -> {
          helpers.reportMessage("h-" + ctx.turnId(), "Holding");
          held.await();
          say(ctx, helpers, "Held.");
        }
        default ->
            say(ctx, helpers, ctx.iteration() > 0 ? "Done." : "You said: " + described(asked));
      }
    }

    private static boolean asksForTool(String text) {
      return text.startsWith("Refund") || text.startsWith("Find") || text.equals("Another");
    }

    private static String described(Message asked) {
      return asked.text()
          + asked.attachments().stream().map(file -> " [" + file.mimeType() + "]").toList();
    }

    private static ToolCallRequest call(String text) {
      if (text.startsWith("Find")) {
        return new ToolCallRequest("p1", "findOrder", Json.read("{\"number\":\"4711\"}"));
      }
      return new ToolCallRequest(
          "p1", text.contains("payout") ? "payout" : "refund", Json.read("{\"amount\":100}"));
    }

    private static void think(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      helpers.reportThought("r-" + ctx.turnId(), "Hm.", true);
    }

    private void slow(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      helpers.reportMessage("m-" + ctx.turnId(), "Slow");
      CountDownLatch over = new CountDownLatch(1);
      ctx.abortSignal().onAbort(why -> over.countDown());
      over.await();
      aborted.incrementAndGet();
    }

    private static void say(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
      String id = Ids.next();
      helpers.reportMessage(id, text, true);
      helpers.reportGenerationStats(GenerationStats.tokens("scene", 3, 2));
      ctx.storeMessage(Message.assistant(id, text, java.time.Instant.now()));
      ctx.ack();
    }
  }
}
