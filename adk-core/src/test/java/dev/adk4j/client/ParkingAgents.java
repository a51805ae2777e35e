package dev.adk4j.client;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** Stores of agents whose turns wait for approvals, in memory. */
abstract class ParkingAgents {

  static final GateActor BOSS = GateActor.of("boss", "default");

  final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  final GateService gates;
  final TurnStore store;
  private final List<AgentRegistry> processes = new ArrayList<>();
  AgentRegistry waiting;

  ParkingAgents() {
    this((actor, gate) -> GateAuthorizer.Answer.grant());
  }

  ParkingAgents(GateAuthorizer authorizer) {
    gates =
        GateService.of(
            TurnStore.inMemory(), GateService.Options.DEFAULT.withAuthorizer(authorizer));
    store = gates.store();
    waiting = process();
  }

  final TurnRunner.Builder runner(DispatchExecutor executor, Tool... tools) {
    return TurnRunner.builder()
        .storage(storage)
        .gates(gates)
        .tools(List.of(tools))
        .turnInputPipeline(
            List.of(HydrateTurn.builder().messages(20).toolCalls(100).build(), new AcceptInput()))
        .executor(executor);
  }

  final AgentClient.Builder agent(TurnRunner runner) {
    return AgentClient.builder(runner)
        .systemPrompt("")
        .registry(waiting)
        .actors(() -> Optional.of(BOSS));
  }

  /** Pays with an approval, and takes one argument of that type. */
  static Tool pay(String argument, String type, Tool.Handler handler) {
    return Tool.builder("pay")
        .description("Pays.")
        .inputSchema(
            "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"%s\"}},\"additionalProperties\":false}"
                .formatted(argument, type))
        .handler(handler)
        .guard(ApprovalGuard.required())
        .build();
  }

  /** Pays to whom it is told, and writes down whom it paid. */
  static Tool payingTo(List<String> paid) {
    return pay(
        "to",
        "string",
        (args, ctx, meta) -> {
          paid.add(args.path("to").asString());
          return ToolOutput.text("paid " + args.path("to").asString());
        });
  }

  static ToolCallRequest request(String tool, String args) {
    return new ToolCallRequest(null, tool, Json.read(args));
  }

  static void call(
      DispatchContext ctx, DispatchExecutorHelpers helpers, List<ToolCallRequest> calls) {
    ToolCallRunner.run(ctx, helpers, calls, ToolResultOptions.DEFAULT);
  }

  /** Makes the calls, then says the results of the calls of its turn. */
  static DispatchExecutor calling(ToolCallRequest... calls) {
    List<String> tools = Arrays.stream(calls).map(ToolCallRequest::tool).toList();
    return (ctx, helpers) -> {
      List<ToolCall> made =
          ctx.turnToolCalls().snapshot().stream().filter(c -> tools.contains(c.tool())).toList();
      if (made.isEmpty()) {
        call(ctx, helpers, List.of(calls));
      } else {
        say(
            ctx,
            helpers,
            made.stream().map(ToolCall::text).collect(Collectors.joining(", ", "<", ">")));
      }
    };
  }

  static void say(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
    String id = Ids.next();
    helpers.reportMessage(id, text, true);
    ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
    ctx.ack();
  }

  /** Starts another process over the same stores. */
  final AgentRegistry process() {
    AgentRegistry made = AgentRegistry.of(gates);
    processes.add(made);
    return made;
  }

  @AfterEach
  void close() {
    processes.forEach(AgentRegistry::close);
    gates.close();
  }
}
