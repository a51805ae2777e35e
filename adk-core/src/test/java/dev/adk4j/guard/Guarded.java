package dev.adk4j.guard;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Conversation;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.storage.DeleteThoughtCallback;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.storage.StoreThoughtCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An agent in memory with guards, and what can be seen of it. */
final class Guarded {

  private final Guards guards;
  private final Tool[] tools;
  private final AtomicInteger dispatches = new AtomicInteger();
  private final List<String> stored = new CopyOnWriteArrayList<>();
  private final List<String> thoughts = new CopyOnWriteArrayList<>();
  private final List<String> kept = new CopyOnWriteArrayList<>();
  private final List<GuardDecision> decisions = new CopyOnWriteArrayList<>();
  private final List<String> events = new CopyOnWriteArrayList<>();

  Guarded(Guards guards, Tool... tools) {
    this.guards = guards;
    this.tools = tools;
  }

  AgentClient agent(DispatchExecutor executor) {
    GateService gates = GateService.of(TurnStore.inMemory());
    TurnStore waiting = gates.store();
    InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .callback(
                StoreMessageCallback.class,
                (ctx, message) -> {
                  stored.add(message.text());
                  storage.storeMessage(ctx, message);
                })
            .callback(
                StoreThoughtCallback.class,
                (ctx, thought) -> {
                  thoughts.add(thought.content().value());
                  kept.add(thought.id());
                  storage.storeThought(ctx, thought);
                })
            .callback(
                DeleteThoughtCallback.class,
                (ctx, id) -> {
                  kept.remove(id);
                  storage.deleteThought(ctx, id);
                })
            .gates(gates)
            .tools(List.of(tools))
            .turnInputPipeline(
                List.of(
                    guards,
                    HydrateTurn.builder().messages(20).thoughts(20).toolCalls(20).build(),
                    new AcceptInput()))
            .dispatchInputPipeline(
                List.of(guards, new MaxIterations(10), ToolApproval.of("optional:transfer")))
            .executor(
                (ctx, helpers) -> {
                  dispatches.incrementAndGet();
                  executor.execute(ctx, helpers);
                })
            .build();
    runner.observe(TurnEvent.GUARD_DECISION, decisions::add);
    runner.on(TurnEvent.MESSAGE, content -> events.add(content.aDelta()));
    runner.on(TurnEvent.THOUGHT, content -> events.add(content.aDelta()));
    return AgentClient.builder(runner)
        .systemPrompt("")
        .registry(AgentRegistry.of(gates))
        .actors(() -> Optional.of(GateActor.of("boss", "default")))
        .build();
  }

  /** Of Ann, with the agent that runs so. */
  Conversation conversation(DispatchExecutor executor) {
    return agent(executor).conversation("ann", "c");
  }

  int dispatches() {
    return dispatches.get();
  }

  List<String> stored() {
    return stored;
  }

  List<String> thoughts() {
    return thoughts;
  }

  /** The ids of the thoughts that were stored and not deleted. */
  List<String> keptThoughts() {
    return kept;
  }

  List<String> events() {
    return events;
  }

  /** As guard, stage and decision. */
  List<String> decisions() {
    return decisions.stream().map(d -> d.guard() + " " + d.stage() + " " + d.decision()).toList();
  }

  static DispatchExecutor saying(List<String> parts) {
    return (ctx, helpers) -> {
      String id = "m" + ctx.iteration();
      for (int i = 0; i < parts.size(); i++) {
        helpers.reportMessage(id, parts.get(i), i == parts.size() - 1);
      }
      ctx.storeMessage(Message.assistant(id, String.join("", parts), ctx.clock().instant()));
      ctx.ack();
    };
  }

  static Thought thought(String id, String text, dev.adk4j.loop.DispatchContext ctx) {
    return Thought.builder()
        .id(id)
        .content(text)
        .createdAt(ctx.clock().instant())
        .updatedAt(ctx.clock().instant())
        .build();
  }
}
