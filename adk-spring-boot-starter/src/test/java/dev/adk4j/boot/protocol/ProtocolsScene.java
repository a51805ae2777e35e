package dev.adk4j.boot.protocol;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.retrieval.AdkRetrievalAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.server.common.autoconfigure.annotations.McpServerAnnotationScannerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.annotations.McpServerSpecificationFactoryAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * An application that plays the scene which the clients of {@code test-tools/protocols} expect,
 * with all five protocols enabled. A bearer token is the name of its user; {@code wrong} is
 * nobody's. With {@code scene.guests=true} a caller without one is a guest.
 */
public final class ProtocolsScene extends ProtocolApp {

  /** The endpoint for MCP. */
  public final URI mcp;

  /** Where the scene keeps its records, and who says who calls. */
  public enum Layout {
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

  public ProtocolsScene(String... properties) {
    this(Layout.PLAIN, properties);
  }

  ProtocolsScene(Layout layout, String... properties) {
    this(layout, parts -> {}, properties);
  }

  /**
   * @param parts adds beans, such as the stores
   */
  public ProtocolsScene(
      Layout layout, Consumer<GenericApplicationContext> parts, String... properties) {
    super(
        Stream.concat(Stream.of(Parts.class, Mcp.class), Stream.of(layout.sources)).toList(),
        parts,
        List.of(
            "spring.ai.mcp.server.name=scene",
            "spring.ai.mcp.server.request-timeout=3s",
            "adk.gates.web.enabled=true",
            "adk.retrieval.documents=classpath:retrieval/guides/*.md",
            "adk.web.ag-ui.state=${scene.state:}",
            "adk.web.mcp.path=/mcp",
            "adk.web.mcp.tools=find_order,refund,payout,slow,test_*",
            "adk.web.mcp.documents=true"),
        properties);
    this.mcp = URI.create("http://127.0.0.1:" + base.getPort() + "/mcp");
  }

  /** The scene without properties of a test, which classes share until the process ends. */
  public static ProtocolsScene shared() {
    return Shared.SCENE;
  }

  private static final class Shared {
    private static final ProtocolsScene SCENE = new ProtocolsScene();
  }

  public Script script() {
    return context.getBean(Script.class);
  }

  public Desk desk() {
    return context.getBean(Desk.class);
  }

  int refunds() {
    return desk().refunds.get();
  }

  /** Returns true while a turn of ann's runs in that conversation. */
  boolean runs(String conversation) {
    Scope ann = Scope.of("default", "ann", "ann/" + conversation);
    return context.getBean(ProtocolTurns.class).running(ann).isPresent();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    AdkRetrievalAutoConfiguration.class,
    McpServerAnnotationScannerAutoConfiguration.class,
    McpServerSpecificationFactoryAutoConfiguration.class
  })
  @ImportOwn({"gate.AdkGatesWebAutoConfiguration"})
  @Import({ConformanceTools.class, ConformanceTools.Media.class})
  static class Parts {

    @Bean
    Script script() {
      return new Script();
    }

    /** Behind the scene's filter, which answers some requests itself. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 1)
    Answers answers() {
      return new Answers();
    }

    @Bean
    TurnMiddleware moods() {
      return (ctx, next) -> {
        ctx.stash().set("mood", "calm");
        next.proceed();
      };
    }

    @Bean
    Desk desk() {
      return new Desk();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Memory {

    @Bean
    @ConditionalOnMissingBean
    StorageAdapter storage() {
      return new InMemoryStorageAdapter();
    }

    @Bean
    NamedGates names() {
      return new NamedGates();
    }

    /** The clients' scripts know the names of the gates beforehand. */
    @Bean
    @ConditionalOnMissingBean
    TurnStore gateStore(NamedGates names) {
      return names.over(TurnStore.inMemory());
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
        ObjectProvider<ProtocolTurns> turns,
        ObjectProvider<AgentClient> agent,
        Script script,
        Environment environment) {
      boolean guests = environment.getProperty("scene.guests", Boolean.class, false);
      return new SceneFilter(turns::getObject, agent::getObject, script, guests);
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

  /** The tools of the scene. */
  public static final class Desk {

    public final AtomicInteger refunds = new AtomicInteger();
    public final CountDownLatch slowBegun = new CountDownLatch(1);
    public final CountDownLatch slowAborted = new CountDownLatch(1);

    @AgentTool(value = "Refunds an amount.", approval = Approval.BY_USER)
    public String refund(@Nullable String number, int amount) {
      refunds.incrementAndGet();
      return "refunded " + amount;
    }

    @AgentTool(value = "Refunds what the boss approves.", approval = Approval.BY_OTHER)
    public String payout(int amount) {
      refunds.incrementAndGet();
      return "paid " + amount;
    }

    @AgentTool(name = "find_order", description = "Finds an order.")
    public String find(String number) {
      return "Order " + number + " is on its way.";
    }

    @AgentTool("Takes its time.")
    public String slow(AbortSignal abort) throws InterruptedException {
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

  /** Answers by what is asked. */
  public static final class Script implements DispatchExecutor {

    private static final JsonSchema SHEET =
        JsonSchema.parse(
            """
            {"type": "object", "required": ["approved"], "additionalProperties": false,
             "properties": {"approved": {"type": "boolean"}}}\
            """);

    final AtomicInteger turns = new AtomicInteger();

    /** How often each text was asked; other turns of the scene may go on beside a test's own. */
    final Map<String, Integer> texts = new ConcurrentHashMap<>();

    final AtomicInteger aborted = new AtomicInteger();

    /** Turns that were asked to wait until another says go, by the name they were given. */
    private final Map<String, CountDownLatch> waits = new ConcurrentHashMap<>();

    /** Opened to let turns end that were asked to wait. */
    volatile CountDownLatch held = new CountDownLatch(1);

    /** Opened when somebody reads the turn that is replayed. */
    volatile CountDownLatch replaying = new CountDownLatch(0);

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      Message asked = ctx.turnMessages().snapshot().getLast();
      String text = asked.text();
      turns.incrementAndGet();
      texts.merge(text, 1, Integer::sum);
      if (ctx.iteration() == 0 && asksForTool(text)) {
        think(ctx, helpers);
        ToolCallRunner.run(ctx, helpers, List.of(call(text)), ToolResultOptions.DEFAULT);
        return;
      }
      switch (text) {
        case String wait when wait.startsWith("wait ") -> {
          helpers.reportMessage("w-" + ctx.turnId(), "Waiting");
          boolean over = latch(wait.substring(5)).await(60, TimeUnit.SECONDS);
          say(ctx, helpers, over ? "Over." : "Waited too long.");
        }
        case String go when go.startsWith("go ") -> {
          latch(go.substring(3)).countDown();
          say(ctx, helpers, "Gone.");
        }
        case "tools" -> say(ctx, helpers, ctx.tools().visible().toString());
        case "plan" -> {
          ctx.stash().set("plan", List.of("look", "write"));
          ctx.stash().set("password", "secret of the stash");
          ctx.stash().remove("mood");
          say(ctx, helpers, "Planned.");
        }
        case "crash" -> throw new IllegalStateException("secret of the database");
        case "fail" -> {
          helpers.reportMessage("f-" + ctx.turnId(), "Hel");
          throw new IllegalStateException("secret of the database");
        }
        case String slow when slow.startsWith("slow") -> {
          latch(slow.substring(4).strip()).countDown();
          slow(ctx, helpers);
        }
        case "hold" -> {
          helpers.reportMessage("h-" + ctx.turnId(), "Holding");
          held.await();
          say(ctx, helpers, "Held.");
        }
        case "ask" -> {
          ctx.stash().set("mood", "curious");
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
        default -> say(ctx, helpers, ctx.iteration() > 0 ? done(ctx, text) : answer(ctx, asked));
      }
    }

    private CountDownLatch latch(String name) {
      return waits.computeIfAbsent(name, key -> new CountDownLatch(1));
    }

    private static boolean asksForTool(String text) {
      return List.of("Refund", "Find", "Show").stream().anyMatch(text::startsWith)
          || text.equals("Another");
    }

    private static String done(DispatchContext ctx, String text) {
      return text.contains("tell")
          ? "Done: " + ctx.turnToolCalls().snapshot().getLast().text()
          : "Done.";
    }

    /** Tells who asked, and how often in this conversation, if that is what is asked. */
    private static String answer(DispatchContext ctx, Message asked) {
      return asked.text().startsWith("who")
          ? ctx.scope().subject() + " said " + asked.text() + " (" + asked(ctx) + ")"
          : "You said: " + described(asked);
    }

    private static long asked(DispatchContext ctx) {
      return ctx.turnMessages().snapshot().stream()
          .filter(message -> message.role() == MessageRole.USER)
          .count();
    }

    private static String described(Message asked) {
      return asked.text()
          + asked.attachments().stream().map(file -> " [" + file.mimeType() + "]").toList();
    }

    private static ToolCallRequest call(String text) {
      if (text.startsWith("Find")) {
        return new ToolCallRequest("p1", "find_order", Json.read("{\"number\":\"4711\"}"));
      }
      if (text.startsWith("Show")) {
        return new ToolCallRequest("p1", "show_map", Json.read("{\"place\":\"Paris\"}"));
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
