package dev.adk4j.boot.protocol;

import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateActor;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.DispatchExecutorHelpers.ToolCallReport;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.stream.TurnEventStream;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * An application with all five protocols and the own stream over one database, in which the same
 * conversations are seen through every protocol. A bearer token is a user's name, {@code acme:ann}
 * one of another tenant.
 */
final class FiveProtocols extends ProtocolApp {

  FiveProtocols(String... properties) {
    super(
        List.of(Parts.class, Mcp.class, Database.class, Bearers.class),
        parts -> {},
        List.of(
            "spring.threads.virtual.enabled=true",
            "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
            "spring.datasource.hikari.maximum-pool-size=20",
            "adk.jdbc.schema=create-if-missing",
            "adk.limits.open-turns-per-subject=0",
            "adk.limits.open-gates-per-subject=0",
            "adk.limits.streams-per-subject=0",
            "adk.limits.turns-per-hour=0",
            "adk.limits.conversations-per-hour=0",
            "adk.web.mcp.path=/mcp",
            "spring.ai.mcp.server.name=five-protocols"),
        properties);
  }

  /** The addresses by the names that the clients of {@code test-tools/protocols} read. */
  Map<String, String> addresses() {
    return Map.of(
        "CHAT_URL", base + "/api/chat",
        "AGUI_URL", base + "/agui",
        "OPENAI_URL", base + "/v1",
        "A2A_URL", base.toString(),
        "MCP_URL", base + "/mcp");
  }

  Desk desk() {
    return context.getBean(Desk.class);
  }

  Script script() {
    return context.getBean(Script.class);
  }

  @Configuration(proxyBeanMethods = false)
  @ImportOwn({"durable.AdkDurableAutoConfiguration"})
  static class Parts {

    @Bean
    LocalCallbacks callbacks() {
      return new LocalCallbacks();
    }

    @Bean
    Script script() {
      return new Script();
    }

    @Bean
    Desk desk() {
      return new Desk();
    }

    @Bean
    GateActors actors() {
      return (principal, channel) ->
          Optional.ofNullable(principal).map(user -> actor(user.getName(), channel));
    }

    private static GateActor actor(String user, String channel) {
      int at = user.indexOf(':');
      return GateActor.of(
          user.substring(at + 1),
          at < 0 ? Scope.DEFAULT_TENANT : user.substring(0, at),
          List.of(),
          channel);
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

    @Bean
    Own own(TurnEventStream events, AgentClient agent) {
      return new Own(events, agent);
    }

    @Bean
    CountedFlushes flushes() {
      return new CountedFlushes();
    }
  }

  /** The library's own stream, beside which the protocols are measured. */
  @RestController
  record Own(TurnEventStream events, AgentClient agent) {

    @PostMapping("/own/{id}")
    SseEmitter post(@PathVariable String id, @RequestBody Map<String, String> said) {
      return events.start(agent.conversation("own", id).stream(said.get("text")));
    }

    @PostMapping("/whole/{id}")
    Answer whole(@PathVariable String id, @RequestBody Map<String, String> said) {
      return agent.conversation("own", id).send(said.get("text"));
    }
  }

  /** Counts how often a response is flushed. */
  static final class CountedFlushes extends OncePerRequestFilter {

    final AtomicInteger count = new AtomicInteger();

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
      return false;
    }

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      chain.doFilter(
          request, TappedOutput.tapped(response, bytes -> bytes, count::incrementAndGet));
    }
  }

  /** The tool of the scene. */
  static final class Desk {

    /** What was refunded for each order; one for each run of the tool. */
    final Map<Integer, Queue<Integer>> refunds = new ConcurrentHashMap<>();

    int runs() {
      return refunds.values().stream().mapToInt(Queue::size).sum();
    }

    @AgentTool(value = "Refunds an order.", approval = Approval.BY_USER)
    public String refund(int order, int amount) {
      refunds.computeIfAbsent(order, id -> new ConcurrentLinkedQueue<>()).add(amount);
      return "refunded " + amount;
    }
  }

  /**
   * Answers by what is asked: {@code Refund 7}, {@code hold}, {@code write 500}, {@code drip 500},
   * {@code recite 500}, {@code spell}, {@code split 7}, {@code draw}, {@code model}.
   */
  static final class Script implements DispatchExecutor {

    /** Characters that JSON or lines of an event would not have as they are. */
    static final String SPELLED =
        "\"In quotes\", a \\, a\ttab,\na line, \u0001, \u2028, \u00fc, \ud83d\ude00.";

    /** Pairs of surrogates, combining marks, ends of lines, and a half that stays alone. */
    static final String SPLIT =
        "\ud83d\ude00\ud83d\udc69\u200d\ud83d\udcbb e\u0301\r\n\u2028\"\\ \u00fc\u0000"
            + "\ud83c\uddf3\ud83c\uddf4\u2764\ufe0f\ufeff\u202e\u0085\u007f\n\ndata: \ude00 \ud83d";

    static final String PIECE = "A few words of an answer. ";

    final AtomicInteger turns = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();

    /** Answers {@code model}. */
    volatile DispatchExecutor model = (ctx, helpers) -> ctx.ack();

    /** Opened to let turns end that were asked to wait. */
    volatile CountDownLatch held = new CountDownLatch(1);

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      turns.incrementAndGet();
      try {
        answer(ctx, helpers);
      } finally {
        ended.incrementAndGet();
      }
    }

    private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      Message asked = ctx.turnMessages().snapshot().getLast();
      String text = asked.text();
      if (ctx.iteration() == 0 && text.startsWith("Refund ")) {
        int order = Integer.parseInt(text.substring("Refund ".length()));
        ToolCallRunner.run(
            ctx,
            helpers,
            List.of(
                new ToolCallRequest(
                    null, "refund", JsonValue.of(Map.of("order", order, "amount", 100)).node())),
            ToolResultOptions.DEFAULT);
        return;
      }
      if (ctx.iteration() > 0) {
        say(ctx, helpers, "Done.");
      } else if (text.equals("hold")) {
        helpers.reportMessage("h-" + ctx.turnId(), "Holding");
        CountDownLatch over = new CountDownLatch(1);
        ctx.abortSignal().onAbort(why -> over.countDown());
        Thread.ofVirtual().start(() -> opened(over));
        over.await();
        say(ctx, helpers, "Held.");
      } else if (text.startsWith("write ")) {
        write(ctx, helpers, Integer.parseInt(text.substring("write ".length())), 0);
      } else if (text.startsWith("recite ")) {
        say(ctx, helpers, PIECE.repeat(Integer.parseInt(text.substring("recite ".length()))));
      } else if (text.equals("spell")) {
        spell(ctx, helpers, SPELLED);
      } else if (text.startsWith("split ")) {
        split(ctx, helpers, Integer.parseInt(text.substring("split ".length())));
      } else if (text.equals("draw")) {
        draw(ctx);
      } else if (text.equals("model")) {
        model.execute(ctx, helpers);
      } else if (text.startsWith("drip ")) {
        write(ctx, helpers, Integer.parseInt(text.substring("drip ".length())), 300_000);
      } else {
        say(ctx, helpers, "You said: " + text);
      }
    }

    private void opened(CountDownLatch over) {
      try {
        held.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      over.countDown();
    }

    /** Writes pieces, with that pause between two of them, in which readers catch up. */
    private static void write(
        DispatchContext ctx, DispatchExecutorHelpers helpers, int pieces, long pauseNanos) {
      String id = Ids.next();
      for (int i = 0; i < pieces; i++) {
        helpers.reportMessage(id, PIECE, i == pieces - 1);
        if (pauseNanos > 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
      ctx.storeMessage(Message.assistant(id, "Much.", ctx.clock().instant()));
      ctx.ack();
    }

    /** Says each character by itself, the halves of one beyond 16 bits, too. */
    private static void spell(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
      String id = Ids.next();
      text.chars().forEach(c -> helpers.reportMessage(id, String.valueOf((char) c)));
      helpers.reportMessage(id, "", true);
      ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
      ctx.ack();
    }

    /** Thinks, calls a tool and speaks with the same text, in two pieces that meet there. */
    private static void split(DispatchContext ctx, DispatchExecutorHelpers helpers, int at) {
      String before = SPLIT.substring(0, at);
      String after = SPLIT.substring(at);
      String id = Ids.next();
      helpers.reportThought("t-" + id, before);
      helpers.reportThought("t-" + id, after, true);
      helpers.reportToolCall(
          "c-" + id, ToolCallReport.announce("spell", JsonValue.of(Map.of("text", SPLIT))));
      helpers.reportToolCall("c-" + id, ToolCallReport.complete(ToolResults.text(SPLIT), false));
      helpers.reportMessage(id, before);
      helpers.reportMessage(id, after, true);
      ctx.storeMessage(Message.assistant(id, SPLIT, ctx.clock().instant()));
      ctx.ack();
    }

    private static void draw(DispatchContext ctx) throws Exception {
      Instant now = ctx.clock().instant();
      Media image =
          Media.toolGenerated(
              MediaKind.IMAGE, "image/png", "dot.png", MediaReader.of(new byte[] {1, 2, 3}));
      ctx.storeMessage(
          Message.builder()
              .id(Ids.next())
              .role(MessageRole.ASSISTANT)
              .attachments(List.of(image))
              .createdAt(now)
              .updatedAt(now)
              .build());
      ctx.ack();
    }

    private static void say(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
      String id = Ids.next();
      helpers.reportMessage(id, text, true);
      helpers.reportGenerationStats(GenerationStats.tokens("scene", 3, 2));
      ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
      ctx.ack();
    }
  }
}
