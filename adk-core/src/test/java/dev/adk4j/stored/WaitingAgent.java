package dev.adk4j.stored;

import static dev.adk4j.harness.Engine.turning;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.harness.Stored;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** An agent in memory whose model answers as it is told, and what happened to it. */
final class WaitingAgent implements AutoCloseable {

  static final Scope SCOPE = Scope.of("acme", "ann", "c1");
  static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");

  Instant now = Instant.parse("2026-01-02T03:04:05Z");
  final InstantSource clock = () -> now;
  final TurnStore gates = TurnStore.inMemory(clock);
  final GateService desk =
      GateService.of(
          gates,
          GateService.Options.DEFAULT.withAuthorizer(
              (actor, gate) -> GateAuthorizer.Answer.grant()));
  final TurnStore store = gates;
  final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  final List<String> log = Collections.synchronizedList(new ArrayList<>());
  final List<Tool> tools = new ArrayList<>();
  final Deque<Object> answers = new ArrayDeque<>();
  final TurnRunner runner;
  boolean streams;
  ToolResultOptions policy = ToolResultOptions.DEFAULT;
  final List<Boolean> inline = new ArrayList<>();
  UnaryOperator<RawTurnContext.Builder> raw = builder -> builder;

  WaitingAgent() {
    this(builder -> builder);
  }

  WaitingAgent(UnaryOperator<TurnRunner.Builder> change) {
    tools.add(tool("pay", ApprovalGuard.required(), (args, ctx, meta) -> done("paid", args)));
    tools.add(tool("look", null, (args, ctx, meta) -> done("looked", args)));
    runner =
        change
            .apply(
                TurnRunner.builder()
                    .storage(storage)
                    .gates(desk)
                    .clock(clock)
                    .turnInputPipeline(
                        List.of(
                            HydrateTurn.builder().messages(100).toolCalls(100).build(),
                            new AcceptInput(),
                            turning(
                                ctx -> tools.forEach(tool -> ctx.tools().register(tool, true)))))
                    .turnOutputPipeline(List.of(turning(ctx -> log.add("output"))))
                    .dispatchInputPipeline(List.of(new MaxIterations(3)))
                    .executor(this::answer))
            .build();
    runner.observe(TurnEvent.TURN_START, e -> log.add("start"));
    runner.observe(TurnEvent.TURN_END, e -> log.add("end"));
    runner.observe(TurnEvent.ERROR, e -> log.add("error " + e.error().code()));
    runner.observe(TurnEvent.TURN_GATE_OPEN, e -> log.add("open " + e.payloadJson().at("/args")));
    runner.observe(TurnEvent.TURN_GATE_CLOSED, e -> log.add("closed " + e.result()));
  }

  Tool tool(String name, ToolGuard guard, Tool.Handler handler) {
    return Tool.builder(name)
        .description("Does it.")
        .inputSchema(
            ToolSchema.parse(
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"additionalProperties\":false}"))
        .guard(guard)
        .handler(handler)
        .build();
  }

  private ToolOutput done(String what, tools.jackson.databind.JsonNode args) {
    log.add(what + " " + args.path("n").asInt());
    return ToolOutput.text(what);
  }

  static ToolCallRequest call(String tool, int n) {
    return new ToolCallRequest("p" + n, tool, Json.read("{\"n\":" + n + "}"));
  }

  /** A list of calls, or the last text. */
  WaitingAgent answers(Object... next) {
    answers.addAll(List.of(next));
    return this;
  }

  @SuppressWarnings("unchecked")
  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    Object next = answers.remove();
    String text = next instanceof String last ? last : "I will.";
    log.add("model " + ctx.iteration());
    inline.clear();
    ctx.turnToolCalls().forEach(call -> inline.add(call.inline()));
    String id = Ids.next();
    if (streams) {
      helpers.reportMessage(id, text.substring(0, 1));
      helpers.reportMessage(id, text.substring(1), true);
    }
    ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
    if (next instanceof String) {
      ctx.ack();
    } else {
      ToolCallRunner.run(ctx, helpers, (List<ToolCallRequest>) next, policy);
    }
  }

  /** Answers so, and waits in the first turn. */
  StoredTurn waits(Object... next) {
    return answers(next).send("Pay.").orElseThrow();
  }

  /** Answers so, waits in the first turn, and is approved. */
  StoredTurn approved(Object... next) {
    StoredTurn waiting = waits(next);
    decide(waiting.gates().getFirst(), GateDecision.resolve(true));
    return waiting;
  }

  /** The turn as it waits, right before its end. */
  Optional<StoredTurn> send(String text) {
    AtomicReference<Optional<StoredTurn>> waiting = new AtomicReference<>();
    runner
        .turn(
            raw.apply(
                    RawTurnContext.builder()
                        .systemPrompt("Be brief.")
                        .scope(SCOPE)
                        .parkApprovals(true)
                        .parkingMemo(JsonValue.of("memo"))
                        .input(Message.user(text)))
                .build())
        .inspect(ctx -> waiting.set(ctx.waiting()))
        .run();
    return waiting.get();
  }

  GateRecord decide(String ref, GateDecision decision) {
    return desk.settle(ref, BOSS, decision);
  }

  StoredTurn claim(StoredTurn turn) {
    return store.claim(SCOPE.tenant(), turn.turnId(), "node", Duration.ofSeconds(20)).orElseThrow();
  }

  /** Goes on on this thread. */
  StoredTurn resume(StoredTurn turn) {
    run(claim(turn));
    return found(turn);
  }

  void run(StoredTurn claimed) {
    runner.run(
        raw.apply(
                RawTurnContext.builder()
                    .systemPrompt("Be brief.")
                    .parkApprovals(true)
                    .resume(claimed))
            .build());
  }

  StoredTurn found(StoredTurn turn) {
    return store.find(SCOPE, turn.turnId()).orElseThrow();
  }

  /** The records of the conversation in their order. */
  List<String> history() {
    return Stored.in(
        storage, SCOPE, m -> m.role() + ": " + m.content().get().value(), Stored::ended);
  }

  @Override
  public void close() {
    desk.close();
  }
}
