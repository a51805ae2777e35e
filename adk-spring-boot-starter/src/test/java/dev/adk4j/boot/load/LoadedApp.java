package dev.adk4j.boot.load;

import dev.adk4j.abort.AbortException;
import dev.adk4j.boot.Starts;
import dev.adk4j.client.AgentClient;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.stream.TurnEventStream;
import dev.adk4j.web.stream.TurnEvents;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * An application with turns over {@link AgentClient}, an event stream, gates over HTTP, the
 * actuator and H2, for a process of its own. The header {@code X-User} says who is calling: {@code
 * boss} approves, turns work for {@code ann}, {@code spy} is of another tenant.
 */
@SpringBootConfiguration
@EnableAutoConfiguration(
    exclude = {
      SecurityAutoConfiguration.class,
      ServletWebSecurityAutoConfiguration.class,
      SecurityFilterAutoConfiguration.class,
      UserDetailsServiceAutoConfiguration.class,
      ManagementWebSecurityAutoConfiguration.class
    })
class LoadedApp {

  static final String USER = "X-User";

  /** What a turn can be asked for. */
  static final String APPROVAL = "approval";

  static final String TALK = "talk";
  static final String MUCH = "much";

  private static final CountDownLatch SHOUTED = new CountDownLatch(1);

  public static void main(String[] args) {
    SpringApplication.run(LoadedApp.class, args);
  }

  @Bean
  GateActors actors(HttpServletRequest request) {
    return (principal, channel) ->
        Optional.ofNullable(request.getHeader(USER))
            .map(
                name ->
                    GateActor.of(
                        name,
                        name.equals("spy") ? "other" : "default",
                        name.equals("boss") ? List.of("ROLE_APPROVER") : List.of(),
                        channel));
  }

  @Bean
  DispatchExecutor executor() {
    return LoadedApp::answer;
  }

  private static void answer(DispatchContext ctx, DispatchExecutorHelpers helpers)
      throws Exception {
    String id = Ids.next();
    String asked =
        ctx.turnMessages().stream()
            .reduce((first, last) -> last)
            .flatMap(Message::content)
            .orElseThrow()
            .value();
    switch (asked) {
      case APPROVAL -> ctx.waitFor(GateRequest.of(Ids.next(), "payment", Map.of("amount", 5)));
      case TALK -> talk(ctx, helpers, id);
      case MUCH -> {
        shout(helpers);
        talk(ctx, helpers, Ids.next());
      }
      default -> {}
    }
    helpers.reportMessage(id, "done", true);
    ctx.storeMessage(Message.assistant(id, "done", ctx.clock().instant()));
    ctx.ack();
  }

  /** Four times a second, until the turn is stopped. */
  private static void talk(DispatchContext ctx, DispatchExecutorHelpers helpers, String id)
      throws InterruptedException, AbortException {
    for (; ; ) {
      helpers.reportMessage(id, "still talking ");
      Thread.sleep(250);
      ctx.abortSignal().throwIfAborted();
    }
  }

  /** 8 MB at once, which is more than the sockets of a reader that does not read hold. */
  private static void shout(DispatchExecutorHelpers helpers) {
    String id = Ids.next();
    String delta = "abcdefgh".repeat(1024);
    for (int i = 0; i < 1000; i++) {
      helpers.reportMessage(id, delta);
    }
    SHOUTED.countDown();
  }

  /** What the application adds to the library's endpoints. */
  @RestController
  static class Api {

    private static final Scope STREAMED = scope("streamed");

    private final AgentClient client;
    private final TurnRunner runner;
    private final TurnEvents events;
    private final TurnEventStream stream;

    Api(AgentClient client, TurnRunner runner, TurnEvents events, TurnEventStream stream) {
      this.client = client;
      this.runner = runner;
      this.events = events;
      this.stream = stream;
    }

    @PostMapping(path = "/ask", consumes = MediaType.TEXT_PLAIN_VALUE)
    String ask(@RequestParam String conversation, @RequestBody String text) {
      return client.conversation(scope(conversation)).send(text).text();
    }

    /** A turn that nobody waits for. */
    @PostMapping("/begin")
    String begin(@RequestParam String conversation, @RequestParam String text) {
      return runner.start(raw(scope(conversation), text)).turnId();
    }

    /** A turn that can be read at {@code /turns}. */
    @PostMapping("/stream")
    String stream(@RequestParam String text) throws InterruptedException {
      String turnId = events.start(raw(STREAMED, text), Starts.NOBODY).turnId();
      if (text.equals(MUCH)) {
        SHOUTED.await();
      }
      return turnId;
    }

    @GetMapping("/turns/{turnId}")
    SseEmitter turn(
        @PathVariable String turnId,
        @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last) {
      return stream.replay(STREAMED, turnId, last);
    }

    /** The heap in use after a collection, in bytes. */
    @GetMapping("/heap")
    long heap() {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      return runtime.totalMemory() - runtime.freeMemory();
    }

    private static Scope scope(String conversation) {
      return Scope.of("default", "ann", conversation);
    }

    private static RawTurnContext raw(Scope scope, String text) {
      return RawTurnContext.builder()
          .systemPrompt("")
          .scope(scope)
          .input(Message.user(text))
          .build();
    }
  }
}
