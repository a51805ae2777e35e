package dev.adk4j.boot.door.mcp;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.door.AdkMcpDoorAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkGatesWebAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkWaitingTurnsAutoConfiguration;
import dev.adk4j.boot.limit.config.AdkLimitsAutoConfiguration;
import dev.adk4j.boot.retrieval.AdkRetrievalAutoConfiguration;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.boot.web.AdkWebAutoConfiguration;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerJsonMapperAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.annotations.McpServerAnnotationScannerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.annotations.McpServerSpecificationFactoryAutoConfiguration;
import org.springframework.ai.mcp.server.webmvc.autoconfigure.McpServerStreamableHttpWebMvcAutoConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * An application behind the MCP door that plays the scene of the clients' scripts: it looks up
 * orders, and refunds them where the user confirms it. The bearer token is the caller's name; with
 * {@code scene.guests=true} a caller without one is a guest.
 */
public final class McpScene implements AutoCloseable {

  final ConfigurableApplicationContext app;
  public final URI mcp;

  public McpScene(String... properties) {
    this(
        parts -> parts.registerBean(StorageAdapter.class, () -> new InMemoryStorageAdapter()),
        properties);
  }

  /**
   * @param parts adds beans, such as the stores
   */
  McpScene(Consumer<GenericApplicationContext> parts, String... properties) {
    app =
        new SpringApplicationBuilder(App.class)
            .initializers(context -> parts.accept((GenericApplicationContext) context))
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "spring.ai.mcp.server.name=scene",
                "spring.ai.mcp.server.request-timeout=3s",
                "adk.web.mcp.path=/mcp",
                "adk.web.mcp.tools=find_order,refund,count,slow,test_*",
                "adk.web.mcp.documents=true",
                "adk.retrieval.documents=classpath:retrieval/guides/*.md",
                "adk.gates.web.enabled=true",
                "adk.client.system-prompt=Help with orders.")
            .properties(properties)
            // stronger than what the other tests have
            .run("--spring.ai.mcp.server.enabled=true");
    mcp =
        URI.create(
            "http://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port") + "/mcp");
  }

  /** Serves until it is ended; the arguments are properties such as {@code --server.port=8080}. */
  public static void main(String[] args) {
    List<String> given = new ArrayList<>();
    for (String arg : args) {
      given.add(arg.replaceFirst("^--", ""));
    }
    System.out.println("MCP_URL=" + new McpScene(given.toArray(String[]::new)).mcp);
  }

  Orders orders() {
    return app.getBean(Orders.class);
  }

  @Override
  public void close() {
    app.close();
  }

  /** Tools of the application. */
  public static class Orders {

    final AtomicInteger refunds = new AtomicInteger();
    final AtomicInteger counted = new AtomicInteger();
    final CountDownLatch slowBegun = new CountDownLatch(1);
    final CountDownLatch slowAborted = new CountDownLatch(1);

    @AgentTool(name = "find_order", description = "Looks up an order.")
    String find(String number) {
      return "Order " + number + ": shipped";
    }

    @AgentTool(name = "refund", description = "Refunds an order.", approval = Approval.BY_USER)
    String refund(String number, int amount) {
      refunds.incrementAndGet();
      return "Refunded " + amount;
    }

    @AgentTool(name = "count", description = "Counts its calls.", approval = Approval.BY_OTHER)
    String count() {
      return "Call " + counted.incrementAndGet();
    }

    @AgentTool(name = "slow", description = "Takes its time.")
    String slow(AbortSignal abort) throws InterruptedException {
      CountDownLatch aborted = new CountDownLatch(1);
      try (Subscription waiting = abort.onAbort(reason -> aborted.countDown())) {
        slowBegun.countDown();
        if (aborted.await(60, TimeUnit.SECONDS)) {
          slowAborted.countDown();
        }
        abort.throwIfAborted();
      }
      return "late";
    }
  }

  /** In place of a model: refunds where the message says so, and repeats it otherwise. */
  static final class Model implements DispatchExecutor {

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      List<Message> users =
          ctx.turnMessages().snapshot().stream()
              .filter(message -> message.role() == MessageRole.USER)
              .toList();
      String said = users.isEmpty() ? "" : users.getLast().text();
      List<ToolCall> made = ctx.turnToolCalls().snapshot();
      if (ctx.isFirstIteration() && said.startsWith("Refund")) {
        made =
            ToolCallRunner.run(
                ctx,
                helpers,
                List.of(
                    new ToolCallRequest(
                        null,
                        "refund",
                        JsonValue.of(Map.of("number", "4711", "amount", 100)).node())),
                ToolResultOptions.DEFAULT);
        if (made.isEmpty()) {
          return;
        }
      }
      if (said.equals("fail")) {
        throw new IllegalStateException("secret of the server");
      }
      String text =
          said.startsWith("Refund") && !made.isEmpty()
              ? "Done: " + made.getLast().text()
              : ctx.scope().subject() + " said " + said + " (" + users.size() + ")";
      String id = Ids.next();
      helpers.reportMessage(id, text, true);
      ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
      ctx.ack();
    }
  }

  @SpringBootConfiguration
  @ImportAutoConfiguration({
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    SecurityAutoConfiguration.class,
    ServletWebSecurityAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class,
    AdkAutoConfiguration.class,
    AdkStreamAutoConfiguration.class,
    AdkGatesAutoConfiguration.class,
    AdkGatesWebAutoConfiguration.class,
    AdkWaitingTurnsAutoConfiguration.class,
    AdkRetrievalAutoConfiguration.class,
    AdkWebAutoConfiguration.class,
    AdkLimitsAutoConfiguration.class,
    AdkMcpDoorAutoConfiguration.class,
    McpServerJsonMapperAutoConfiguration.class,
    McpServerAnnotationScannerAutoConfiguration.class,
    McpServerSpecificationFactoryAutoConfiguration.class,
    McpServerStreamableHttpWebMvcAutoConfiguration.class,
    McpServerAutoConfiguration.class
  })
  static class App {

    @Bean
    Tool image() {
      return media("test_image_content", MediaKind.IMAGE, "image/png");
    }

    @Bean
    Tool audio() {
      return media("test_audio_content", MediaKind.AUDIO, "audio/wav");
    }

    private static Tool media(String name, MediaKind kind, String type) {
      return Tool.builder(name)
          .description("For the conformance suite.")
          .inputSchema("{\"type\": \"object\"}")
          .handler(
              (args, ctx, meta) ->
                  ToolOutput.media(
                      Media.toolGenerated(
                          kind, type, "file", MediaReader.of(new byte[] {1, 2, 3}))))
          .build();
    }

    @Bean
    DispatchExecutor model() {
      return new Model();
    }

    @Bean
    Orders orders() {
      return new Orders();
    }

    @Bean
    Conformance conformance() {
      return new Conformance();
    }

    @Bean
    SecurityFilterChain security(
        HttpSecurity http, org.springframework.core.env.Environment environment) throws Exception {
      boolean guests = environment.getProperty("scene.guests", Boolean.class, false);
      return http.csrf(csrf -> csrf.disable())
          .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .addFilterBefore(new Bearer(guests), AnonymousAuthenticationFilter.class)
          .build();
    }
  }

  private static final class Bearer extends OncePerRequestFilter {

    private final boolean guests;

    private Bearer(boolean guests) {
      this.guests = guests;
    }

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      String header = request.getHeader("Authorization");
      String name =
          header != null && header.startsWith("Bearer ")
              ? header.substring("Bearer ".length())
              : guests ? "guest" : null;
      if (name != null) {
        SecurityContextHolder.getContext()
            .setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                    name, null, AuthorityUtils.createAuthorityList("ROLE_USER")));
      }
      chain.doFilter(request, response);
    }
  }

  /** The tools that the protocol's conformance suite looks for. */
  @Component
  static class Conformance {

    record Person(String username, String email) {}

    @McpTool(name = "test_simple_text", description = "For the conformance suite.")
    String text() {
      return "This is a simple text response for testing.";
    }

    @McpTool(name = "test_error_handling", description = "For the conformance suite.")
    String error() {
      throw new IllegalStateException("This tool intentionally returns an error for testing");
    }

    @McpTool(name = "test_tool_with_progress", description = "For the conformance suite.")
    String progress(McpSyncRequestContext ctx) {
      for (int done : new int[] {0, 50, 100}) {
        ctx.progress(p -> p.progress(done).total(100));
      }
      return "done";
    }

    @McpTool(name = "test_elicitation", description = "For the conformance suite.")
    String elicit(
        McpSyncRequestContext ctx, @McpToolParam(description = "What to ask") String message) {
      return "User response: " + ctx.elicit(e -> e.message(message), Person.class);
    }
  }
}
