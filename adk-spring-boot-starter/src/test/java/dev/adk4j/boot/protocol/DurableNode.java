package dev.adk4j.boot.protocol;

import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.stream.TurnEventStream;
import java.io.IOException;
import java.security.Principal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * A node whose turns are durable and told slowly. A bearer token, or the parameter {@code user}, is
 * the name of its user.
 */
public final class DurableNode extends ProtocolApp {

  static final String TEXT = "One two three four.";

  DurableNode(String url, String user, String password, String... properties) {
    super(
        List.of(Parts.class, Database.class, Bearers.class),
        parts -> {},
        List.of(
            "spring.datasource.url=" + url,
            "spring.datasource.username=" + user,
            "spring.datasource.password=" + password,
            "adk.jdbc.schema=create-if-missing",
            "adk.stream.heartbeat=500ms",
            "adk.durable.enabled=true",
            "adk.durable.protocols=true",
            "adk.durable.poll=100ms",
            "adk.durable.heartbeat=200ms"),
        properties);
  }

  Conversation conversation(String user, String id) {
    return agent().conversation(Scope.DEFAULT.withSubject(user), id);
  }

  private AgentClient agent() {
    return context.getBean(ProtocolAgents.class).find("demo");
  }

  void decide(Conversation conversation, String gate, String user) {
    conversation.settle(gate, GateDecision.resolve(true), GateActor.of(user, "default"));
  }

  /** Address, user and password of the database, and properties. Ends with its standard input. */
  public static void main(String[] args) throws IOException {
    String[] properties = Arrays.copyOfRange(args, 3, args.length);
    try (DurableNode node = new DurableNode(args[0], args[1], args[2], properties)) {
      System.out.println("READY " + node.base);
      while (System.in.read() >= 0) {}
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportOwn({"durable.AdkDurableAutoConfiguration"})
  static class Parts {

    @Bean
    Slow slow() {
      return new Slow();
    }

    @Bean
    Desk desk() {
      return new Desk();
    }

    @Bean
    GateActors actors() {
      return new PrincipalGateActors();
    }

    @Bean
    GateAuthorizer authorizer() {
      return (actor, gate) -> GateAuthorizer.Answer.grant();
    }

    @Bean
    Turns turns(ProtocolAgents agents, TurnEventStream events, ConversationHistory history) {
      return new Turns(agents, events, history);
    }
  }

  /** What a page of an application needs: say, read, read again. */
  @RestController
  record Turns(ProtocolAgents agents, TurnEventStream events, ConversationHistory history) {

    private Conversation conversation(Principal user, String id) {
      return agents.find("demo").conversation(Scope.DEFAULT.withSubject(user.getName()), id);
    }

    @PostMapping("/conversations/{id}/turns")
    String say(@PathVariable String id, @RequestBody String text, Principal user) {
      return conversation(user, id).durable().send(text).turnId();
    }

    @GetMapping("/conversations/{id}/turns/{turn}/events")
    SseEmitter events(
        @PathVariable String id,
        @PathVariable String turn,
        @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
        Principal user) {
      return events.replay(conversation(user, id).scope(), turn, last);
    }

    @GetMapping("/conversations/{id}/last")
    String last(@PathVariable String id, Principal user) {
      return history.read(conversation(user, id).scope(), 10).stream()
          .flatMap(
              entry ->
                  entry instanceof ConversationEntry.Said said
                      ? Stream.of(said.message().text())
                      : Stream.empty())
          .reduce("", (before, next) -> next);
    }
  }

  /** Tools of the scene. */
  static final class Desk {

    @AgentTool("Finds an order.")
    public String findOrder(String number) {
      return "Order " + number + " is on its way.";
    }

    @AgentTool(value = "Refunds an amount.", approval = Approval.BY_USER)
    public String refund(int amount) {
      return "refunded " + amount;
    }
  }

  /** Thinks, calls a tool, and tells four words, each a piece that is stored by itself. */
  static final class Slow implements DispatchExecutor {

    private static void pause(String asked) {
      LockSupport.parkNanos(Duration.ofMillis(asked.endsWith("slowly") ? 500 : 90).toNanos());
    }

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      String asked = ctx.turnMessages().snapshot().getLast().text();
      if (ctx.iteration() == 0 && asked.startsWith("fail")) {
        helpers.reportMessage(Ids.next(), "I ");
        pause(asked);
        throw new IllegalStateException("secret of the database");
      }
      ctx.stash().set("step", ctx.iteration());
      if (ctx.iteration() == 0) {
        String thought = Ids.next();
        helpers.reportThought(thought, "Let me ");
        pause(asked);
        helpers.reportThought(thought, "look.", true);
        pause(asked);
        if (asked.startsWith("Refund")) {
          String id = Ids.next();
          helpers.reportMessage(id, "Refunding. ", true);
          ctx.storeMessage(Message.assistant(id, "Refunding. ", ctx.clock().instant()));
        }
        ToolCallRunner.run(ctx, helpers, List.of(call(asked)), ToolResultOptions.DEFAULT);
        return;
      }
      String id = Ids.next();
      for (String word : TEXT.split("(?<= )")) {
        helpers.reportMessage(id, word);
        pause(asked);
      }
      helpers.reportMessage(id, "", true);
      ctx.storeMessage(Message.assistant(id, TEXT, ctx.clock().instant()));
      ctx.ack();
    }

    private static ToolCallRequest call(String asked) {
      if (asked.startsWith("Show")) {
        return new ToolCallRequest("p1", "show_map", Json.read("{\"place\":\"Paris\"}"));
      }
      return asked.startsWith("Refund")
          ? new ToolCallRequest("p1", "refund", Json.read("{\"amount\":100}"))
          : new ToolCallRequest("p1", "findOrder", Json.read("{\"number\":\"4711\"}"));
    }
  }
}
