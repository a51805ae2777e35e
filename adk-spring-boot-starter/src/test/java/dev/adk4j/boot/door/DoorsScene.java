package dev.adk4j.boot.door;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkWaitingTurnsAutoConfiguration;
import dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration;
import dev.adk4j.boot.limit.config.AdkLimitsAutoConfiguration;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.boot.web.AdkWebAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.door.DoorTurns;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * An application that plays the scene which the clients of {@code src/test/doors} expect, with all
 * doors open. A bearer token is the name of its user.
 */
public final class DoorsScene implements AutoCloseable {

  final ConfigurableApplicationContext context;
  final URI base;

  /** Where the scene keeps its records, and who says who calls. */
  enum Layout {
    /** In memory; a filter says who calls. */
    PLAIN(Memory.class, Plain.class),
    /** In a database, whose statements are counted. */
    DATABASE(Database.class, Plain.class),
    /** In memory; Spring Security says who calls, with names and the password {@code pw}. */
    SECURED(Memory.class, Secured.class);

    private final Class<?>[] sources;

    Layout(Class<?>... sources) {
      this.sources = sources;
    }
  }

  DoorsScene(String... properties) {
    this(Layout.PLAIN, properties);
  }

  DoorsScene(Layout layout, String... properties) {
    this.context =
        new SpringApplicationBuilder(Parts.class)
            .sources(layout.sources)
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "adk.client.system-prompt=Be brief.",
                "adk.agents.demo.description=Plays the scene.",
                "adk.web.ai-sdk.path=/api/chat",
                "adk.web.ag-ui.path=/agui")
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
    AdkDoorsAutoConfiguration.class
  })
  static class Parts {

    @Bean
    Script script() {
      return new Script();
    }

    @Bean
    Desk desk() {
      return new Desk();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Memory {

    @Bean
    StorageAdapter storage() {
      return new InMemoryStorageAdapter();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    AdkJdbcStorageAutoConfiguration.class
  })
  static class Database {

    @Bean
    static CountedStatements counted() {
      return new CountedStatements();
    }
  }

  /** There is no Spring Security, and the filter knows who calls. */
  @Configuration(proxyBeanMethods = false)
  static class Plain {

    @Bean
    GateActors actors() {
      return new PrincipalGateActors();
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    OncePerRequestFilter scene(
        ObjectProvider<DoorTurns> turns, ObjectProvider<AgentClient> agent, Script script) {
      return new SceneFilter(turns::getObject, agent::getObject, script);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    SecurityAutoConfiguration.class,
    ServletWebSecurityAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class
  })
  static class Secured {

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
      return http.csrf(csrf -> csrf.disable())
          .httpBasic(Customizer.withDefaults())
          .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .build();
    }

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(
          User.withUsername("ann").password("{noop}pw").roles("USER").build(),
          User.withUsername("eve").password("{noop}pw").roles("USER").build());
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

  /** Answers by what is asked. */
  static final class Script implements DispatchExecutor {

    private static final JsonSchema SHEET =
        JsonSchema.parse(
            """
            {"type": "object", "required": ["approved"], "additionalProperties": false,
             "properties": {"approved": {"type": "boolean"}}}""");

    final AtomicInteger turns = new AtomicInteger();

    /** Opened to let turns end that were asked to wait. */
    volatile CountDownLatch held = new CountDownLatch(1);

    /** Opened when somebody reads the turn that is replayed. */
    volatile CountDownLatch replaying = new CountDownLatch(0);

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      Message asked = ctx.turnMessages().snapshot().getLast();
      String text = asked.text();
      turns.incrementAndGet();
      if (ctx.iteration() == 0 && (text.startsWith("Refund") || text.startsWith("Find"))) {
        think(ctx, helpers);
        ToolCallRunner.run(ctx, helpers, List.of(call(text)), ToolResultOptions.DEFAULT);
        return;
      }
      switch (text) {
        case "fail" -> throw new IllegalStateException("secret of the database");
        case "slow" -> slow(ctx, helpers);
        case "hold" -> {
          helpers.reportMessage("h-" + ctx.turnId(), "Holding");
          held.await();
          say(ctx, helpers, "Held.");
        }
        case "ask" -> {
          JsonValue sheet =
              ctx.waitFor(
                  GateRequest.of("sheet", GatePolicy.CONFIRMATION, Map.of("question", "Really?"))
                      .schema(GateSchema.json(SHEET)));
          say(ctx, helpers, "Answered " + sheet.text());
        }
        case "replay" -> {
          replaying.await();
          say(ctx, helpers, "Replayed.");
        }
        default ->
            say(ctx, helpers, ctx.iteration() > 0 ? "Done." : "You said: " + described(asked));
      }
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

    private static void slow(DispatchContext ctx, DispatchExecutorHelpers helpers)
        throws Exception {
      helpers.reportMessage("m-" + ctx.turnId(), "Slow");
      CountDownLatch aborted = new CountDownLatch(1);
      ctx.abortSignal().onAbort(why -> aborted.countDown());
      aborted.await();
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
