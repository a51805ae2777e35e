package dev.adk4j.boot.protocol;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.StreamingApp;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.boot.retrieval.AdkRetrievalAutoConfiguration;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.stream.TurnEventStream;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerJsonMapperAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.annotations.McpServerAnnotationScannerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.annotations.McpServerSpecificationFactoryAutoConfiguration;
import org.springframework.ai.mcp.server.webmvc.autoconfigure.McpServerStreamableHttpWebMvcAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
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
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The application of all tests of the protocols, with all five enabled. Its agent is {@link
 * SceneScript}, which plays what the clients of {@code test-tools/protocols} expect. A bearer token
 * is the name of its user, {@code acme:ann} one of another tenant; {@code wrong} is nobody's. With
 * {@code scene.guests=true} a caller without one is a guest.
 */
public final class ProtocolsScene implements AutoCloseable {

  private static final String[] CROWD = {
    "spring.threads.virtual.enabled=true",
    "spring.datasource.hikari.maximum-pool-size=20",
    "spring.ai.mcp.server.request-timeout=20s",
    "adk.limits.open-turns-per-subject=0",
    "adk.limits.open-gates-per-subject=0",
    "adk.limits.streams-per-subject=0",
    "adk.limits.turns-per-hour=0",
    "adk.limits.conversations-per-hour=0",
    "adk.web.openai.thoughts=true"
  };

  private static final String[] NODE = {
    "adk.stream.heartbeat=500ms",
    "adk.durable.enabled=true",
    "adk.durable.protocols=true",
    "adk.durable.poll=100ms",
    "adk.durable.heartbeat=200ms"
  };

  public final ConfigurableApplicationContext context;
  public final URI base;

  /** The endpoint for MCP. */
  public final URI mcp;

  /** Where the scene keeps its records, and who says who calls. */
  public enum Layout {
    /** In memory; a filter says who calls. */
    PLAIN(Memory.class, Plain.class),
    /** In a database of its own, whose statements are counted; pages of an application read it. */
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
    this.context =
        new SpringApplicationBuilder(App.class)
            .sources(layout.sources)
            .initializers(context -> parts.accept((GenericApplicationContext) context))
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "spring.ai.mcp.server.name=scene",
                "spring.ai.mcp.server.request-timeout=3s",
                "adk.client.system-prompt=Be brief.",
                "adk.agents.demo.description=Plays the scene.",
                "adk.gates.web.enabled=true",
                "adk.jdbc.schema=create-if-missing",
                "adk.retrieval.documents=classpath:retrieval/guides/*.md",
                "adk.web.ai-sdk.path=/api/chat",
                "adk.web.ag-ui.path=/agui",
                "adk.web.openai.path=/v1",
                "adk.web.a2a.path=/a2a",
                "adk.web.mcp.path=/mcp",
                "adk.web.mcp.tools=find_order,refund,payout,slow,test_*",
                "adk.web.mcp.documents=true")
            .properties(properties)
            // stronger than what the other tests have
            .run("--spring.ai.mcp.server.enabled=true");
    int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    this.base = URI.create("http://localhost:" + port);
    this.mcp = URI.create("http://127.0.0.1:" + port + "/mcp");
  }

  @Override
  public void close() {
    context.close();
  }

  /** The scene without properties of a test, which classes share until the process ends. */
  public static ProtocolsScene shared() {
    return Shared.SCENE;
  }

  private static final class Shared {
    private static final ProtocolsScene SCENE = new ProtocolsScene();
  }

  /** A scene over a database for many clients at once: without limits, and they may take long. */
  static ProtocolsScene crowded(String... properties) {
    return new ProtocolsScene(Layout.DATABASE, all(CROWD, properties));
  }

  /** The crowded scene without properties of a test, which classes share. */
  static ProtocolsScene crowd() {
    return Crowd.SCENE;
  }

  private static final class Crowd {
    private static final ProtocolsScene SCENE = crowded();
  }

  /** A node whose turns are durable, over a database that others may share. */
  static ProtocolsScene node(TestDatabase database, String... properties) {
    return node(at(database, properties));
  }

  private static ProtocolsScene node(String... properties) {
    return new ProtocolsScene(Layout.DATABASE, all(NODE, properties));
  }

  static String[] at(TestDatabase database, String... properties) {
    String[] source = {
      "spring.datasource.url=" + database.pool().getJdbcUrl(),
      "spring.datasource.username=" + database.pool().getUsername(),
      "spring.datasource.password=" + database.pool().getPassword()
    };
    return all(source, properties);
  }

  private static String[] all(String[] some, String[] more) {
    return Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new);
  }

  /** A node with these properties. Ends with its standard input. */
  public static void main(String[] properties) throws IOException {
    try (ProtocolsScene node = node(properties)) {
      System.out.println("READY " + node.base);
      while (System.in.read() >= 0) {}
    }
  }

  /** The addresses by the names that the clients of {@code test-tools/protocols} read. */
  Map<String, String> addresses() {
    return Map.of(
        "CHAT_URL", base + "/api/chat",
        "AGUI_URL", base + "/agui",
        "OPENAI_URL", base + "/v1",
        "A2A_URL", base.toString(),
        "MCP_URL", mcp.toString());
  }

  SceneScript script() {
    return context.getBean(SceneScript.class);
  }

  public Desk desk() {
    return context.getBean(Desk.class);
  }

  int refunds() {
    return desk().refunds.get();
  }

  /** How often responses were flushed. */
  int flushes() {
    return context.getBean(KeptAnswers.class).flushes.get();
  }

  /** Returns true while a turn of ann's runs in that conversation. */
  boolean runs(String conversation) {
    Scope ann = Scope.of("default", "ann", "ann/" + conversation);
    return context.getBean(ProtocolTurns.class).running(ann).isPresent();
  }

  Conversation conversation(String user, String id) {
    return conversation(context.getBean(ProtocolAgents.class), user, id);
  }

  private static Conversation conversation(ProtocolAgents agents, String user, String id) {
    return agents.find("demo").conversation(Scope.DEFAULT.withSubject(user), id);
  }

  void decide(Conversation conversation, String gate, String user) {
    conversation.settle(gate, GateDecision.resolve(true), GateActor.of(user, "default"));
  }

  @StreamingApp
  @ImportAutoConfiguration({
    AdkGatesAutoConfiguration.class,
    AdkStoredTurnsAutoConfiguration.class,
    AdkProtocolsAutoConfiguration.class,
    AdkRetrievalAutoConfiguration.class,
    AdkMcpServerAutoConfiguration.class,
    McpServerAnnotationScannerAutoConfiguration.class,
    McpServerAutoConfiguration.class,
    McpServerJsonMapperAutoConfiguration.class,
    McpServerSpecificationFactoryAutoConfiguration.class,
    McpServerStreamableHttpWebMvcAutoConfiguration.class
  })
  @ImportOwn({
    "gate.AdkGatesWebAutoConfiguration",
    "limit.AdkLimitsAutoConfiguration",
    "web.AdkWebAutoConfiguration"
  })
  @Import({ConformanceTools.class, ConformanceTools.Media.class})
  static class App {

    @Bean
    SceneScript script() {
      return new SceneScript();
    }

    @Bean
    Desk desk() {
      return new Desk();
    }

    @Bean
    LocalCallbacks callbacks() {
      return new LocalCallbacks();
    }

    /** Behind the scene's filter, which answers some requests itself. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 1)
    KeptAnswers answers() {
      return new KeptAnswers();
    }

    @Bean
    TurnMiddleware moods() {
      return (ctx, next) -> {
        ctx.stash().set("mood", "calm");
        next.proceed();
      };
    }

    /** With {@code scene.send-buffer} a connection takes no more bytes than these by itself. */
    @Bean
    TomcatConnectorCustomizer sendBuffer(Environment environment) {
      String bytes = environment.getProperty("scene.send-buffer");
      return connector -> {
        if (bytes != null) {
          connector.setProperty("socket.txBufSize", bytes);
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Memory {

    @Bean
    @ConditionalOnMissingBean
    StorageAdapter storage() {
      return new InMemoryStorageAdapter();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(DataSourceAutoConfiguration.class)
  @ImportOwn({"jdbc.AdkJdbcStorageAutoConfiguration", "durable.AdkDurableAutoConfiguration"})
  static class Database {

    @Bean
    static CountedStatements counted() {
      return new CountedStatements();
    }

    @Bean
    Pages pages(ProtocolAgents agents, TurnEventStream events, ConversationHistory history) {
      return new Pages(agents, events, history);
    }
  }

  /** What a page of an application needs: say, read, read again. */
  @RestController
  record Pages(ProtocolAgents agents, TurnEventStream events, ConversationHistory history) {

    /** The library's own stream, beside which the protocols are measured. */
    @PostMapping("/own/{id}")
    SseEmitter stream(@PathVariable String id, @RequestBody Map<String, String> said) {
      return events.start(conversation(agents, "own", id).stream(said.get("text")));
    }

    @PostMapping("/whole/{id}")
    Answer whole(@PathVariable String id, @RequestBody Map<String, String> said) {
      return conversation(agents, "own", id).send(said.get("text"));
    }

    @PostMapping("/conversations/{id}/turns")
    String say(@PathVariable String id, @RequestBody String text, Principal user) {
      return conversation(agents, user.getName(), id).durable().send(text).turnId();
    }

    @GetMapping("/conversations/{id}/turns/{turn}/events")
    SseEmitter events(
        @PathVariable String id,
        @PathVariable String turn,
        @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
        Principal user) {
      return events.replay(conversation(agents, user.getName(), id).scope(), turn, last);
    }

    @GetMapping("/conversations/{id}/last")
    String last(@PathVariable String id, Principal user) {
      return history.read(conversation(agents, user.getName(), id).scope(), 10).stream()
          .flatMap(
              entry ->
                  entry instanceof ConversationEntry.Said said
                      ? Stream.of(said.message().text())
                      : Stream.empty())
          .reduce("", (before, next) -> next);
    }
  }

  /** There is no Spring Security, and the filter knows who calls. */
  @Configuration(proxyBeanMethods = false)
  static class Plain {

    @Bean
    GateActors actors() {
      return (principal, channel) ->
          Optional.ofNullable(principal).map(user -> actor(user.getName(), channel));
    }

    private static GateActor actor(String user, String channel) {
      int at = user.indexOf(':');
      String tenant = at < 0 ? Scope.DEFAULT_TENANT : user.substring(0, at);
      return GateActor.of(user.substring(at + 1), tenant, List.of(), channel);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    OncePerRequestFilter scene(
        ObjectProvider<ProtocolTurns> turns,
        ObjectProvider<ProtocolAgents> agents,
        SceneScript script,
        Environment environment) {
      boolean guests = environment.getProperty("scene.guests", Boolean.class, false);
      return new SceneFilter(
          turns::getObject,
          user -> conversation(agents.getObject(), user, "running"),
          script,
          guests);
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

    /** What was refunded for each order that was named; one for each run of the tool. */
    final Map<String, Queue<Integer>> orders = new ConcurrentHashMap<>();

    @AgentTool(value = "Refunds an amount.", approval = Approval.BY_USER)
    public String refund(@Nullable String number, int amount) {
      refunds.incrementAndGet();
      if (number != null) {
        orders.computeIfAbsent(number, id -> new ConcurrentLinkedQueue<>()).add(amount);
      }
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
}
