package dev.adk4j.boot.stream;

import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.StreamingApp;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Application whose controller returns streams. It is steered over HTTP only, so that it also runs
 * in a class loader of its own. The supplier returns its port.
 */
public final class ReturnedStreamApp implements IntSupplier, AutoCloseable {

  /** Piece of the answer to {@code much}, of which a client that does not read takes a few. */
  static final int PIECES = 300;

  private final ConfigurableApplicationContext app;

  public ReturnedStreamApp() {
    TomcatURLStreamHandlerFactory
        .disable(); // a JVM takes one, and another class loader has its own
    app =
        new SpringApplicationBuilder(App.class)
            .properties(
                "server.port=0",
                "spring.main.lazy-initialization=true",
                "spring.main.register-shutdown-hook=false",
                "adk.client.system-prompt=Be brief.",
                "adk.stream.turn-buffer-size=16MB",
                "adk.turn.max-input=1000B",
                "adk.limits.open-turns-per-subject=2")
            .run();
  }

  @Override
  public int getAsInt() {
    return Integer.parseInt(app.getEnvironment().getProperty("local.server.port"));
  }

  @Override
  public void close() {
    app.close();
  }

  @StreamingApp
  @ImportOwn({"limit.AdkLimitsAutoConfiguration"})
  @Import(InMemoryStorageAdapter.class)
  static class App {

    @Bean
    Script executor() {
      return new Script();
    }

    @Bean
    Chat chat(AgentClient agent, Script script) {
      return new Chat(agent, script);
    }
  }

  /** Answers by what is asked. */
  static final class Script implements DispatchExecutor {

    private final Map<String, CountDownLatch> halted = new ConcurrentHashMap<>();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      started.incrementAndGet();
      try {
        String asked = ctx.turnMessages().snapshot().getLast().content().orElseThrow().value();
        answer(ctx, helpers, asked);
      } finally {
        ended.incrementAndGet();
      }
    }

    private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers, String asked)
        throws Exception {
      helpers.reportMessage("m", " Hello");
      if (asked.startsWith("halt")) {
        halted(asked).await();
      } else if (asked.equals("fail")) {
        throw new IllegalStateException("broken inside");
      } else if (asked.equals("prompt")) {
        helpers.reportMessage("m", String.valueOf(ctx.systemPrompt()));
      } else if (asked.equals("much")) {
        for (int i = 0; i < PIECES; i++) {
          helpers.reportMessage("m" + i, "x".repeat(20_000), true);
        }
      } else if (asked.equals("endless")) {
        while (!ctx.aborted()) {
          Thread.sleep(1);
        }
        return;
      }
      helpers.reportMessage("m", "  dear");
      helpers.reportMessage("m", "\n world", true);
      ctx.storeMessage(Message.assistant("done"));
      ctx.ack();
    }

    private CountDownLatch halted(String asked) {
      return halted.computeIfAbsent(asked, key -> new CountDownLatch(1));
    }
  }

  @RestController
  static final class Chat {

    private final AgentClient agent;
    private final Script script;
    private final Map<String, AgentStream> streams = new ConcurrentHashMap<>();

    Chat(AgentClient agent, Script script) {
      this.agent = agent;
      this.script = script;
    }

    @PostMapping("/chat/{id}")
    AgentStream post(
        @PathVariable("id") String id,
        @RequestHeader("X-User") String user,
        @RequestBody String text) {
      AgentStream stream = agent.conversation(user, id).stream(text);
      streams.put(id, stream);
      return stream;
    }

    @GetMapping("/chat/{id}")
    AgentStream get(
        @PathVariable("id") String id,
        @RequestHeader("X-User") String user,
        @RequestParam("text") String text) {
      return post(id, user, text);
    }

    @PostMapping("/entity/{id}")
    ResponseEntity<AgentStream> entity(
        @PathVariable("id") String id,
        @RequestHeader("X-User") String user,
        @RequestBody String text) {
      return ResponseEntity.accepted().header("X-Own", "1").body(post(id, user, text));
    }

    @PostMapping("/publisher/{id}")
    Flow.Publisher<AgentEvent> publisher(
        @PathVariable("id") String id,
        @RequestHeader("X-User") String user,
        @RequestBody String text) {
      return post(id, user, text);
    }

    @PostMapping("/abort/{id}")
    void abort(@PathVariable("id") String id) {
      streams.get(id).abort();
    }

    @PostMapping("/go")
    void go(@RequestBody String asked) {
      script.halted(asked).countDown();
    }

    @GetMapping("/started")
    int started() {
      return script.started.get();
    }

    @GetMapping("/ended")
    int ended() {
      return script.ended.get();
    }
  }
}
