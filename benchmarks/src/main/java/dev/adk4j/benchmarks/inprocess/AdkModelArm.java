package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Texts;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This library: all six kinds fetched, the newest 20 of each, input accepted, the answer stored.
 */
final class AdkModelArm implements ModelArm {

  private static final int TAIL = 20;
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

  private final Texts texts;
  private final InMemoryStorageAdapter storage =
      new InMemoryStorageAdapter(List.of(), FetchLimits.all(TAIL));
  private final GateService gates = GateService.of(TurnStore.inMemory());
  private final TurnRunner runner;
  private final @Nullable AgentClient client;
  private int deltas;

  AdkModelArm(Texts texts) {
    this(texts, false);
  }

  /**
   * @param throughClient true for turns of a client, which also looks for turns that wait
   */
  AdkModelArm(Texts texts, boolean throughClient) {
    this.texts = texts;
    this.runner =
        TurnRunner.builder()
            .storage(storage)
            .gates(gates)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder()
                        .messages(TAIL)
                        .thoughts(TAIL)
                        .toolCalls(TAIL)
                        .memories(TAIL)
                        .retrievables(TAIL)
                        .standingInstructions(true)
                        .build(),
                    new AcceptInput()))
            .executor(this::answer)
            .build();
    this.client =
        throughClient
            ? AgentClient.builder(runner)
                .systemPrompt("be brief")
                .registry(AgentRegistry.of(gates))
                .build()
            : null;
  }

  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    String id = Ids.next();
    for (int i = 1; i < deltas; i++) {
      helpers.reportMessage(id, "delta");
    }
    if (deltas > 0) {
      helpers.reportMessage(id, "delta", true);
    }
    ctx.storeMessage(Message.assistant(id, "ok", ctx.clock().instant()));
    ctx.ack();
  }

  @Override
  public void fresh(String[] conversations, int history) {
    storage.clear();
    for (String conversation : conversations) {
      AgentContext ctx = AgentContexts.forScope(scope(conversation));
      for (int i = 0; i < history; i++) {
        String id = "seed-" + i;
        storage.storeMessage(
            ctx,
            i % 2 == 0
                ? Message.user(id, texts.next(), AT)
                : Message.assistant(id, texts.next(), AT));
      }
    }
  }

  @Override
  public Object turn(String conversation, String text) {
    if (client != null) {
      return client.conversation(scope(conversation)).send(text);
    }
    Outcome outcome = new Outcome();
    call(conversation, text, outcome).inspect(turn -> outcome.seen = turn.turnMessages()).run();
    return outcome.checked();
  }

  @Override
  public int stream(String conversation, int deltas) {
    this.deltas = deltas;
    Outcome outcome = new Outcome();
    call(conversation, "stream", outcome)
        .on(TurnEvent.MESSAGE, step -> outcome.characters += step.aDelta().length())
        .inspect(turn -> outcome.seen = turn.turnMessages())
        .run();
    outcome.checked();
    return outcome.characters;
  }

  private TurnCall call(String conversation, String text, Outcome outcome) {
    return runner
        .turn(
            RawTurnContext.builder()
                .systemPrompt("be brief")
                .scope(scope(conversation))
                .input(Message.user(Ids.next(), text, Instant.now()))
                .build())
        .observe(TurnEvent.ERROR, event -> outcome.error = event.error());
  }

  private static Scope scope(String conversation) {
    return Scope.of("bench", "somebody", conversation);
  }

  /** A turn that fails measures nothing. */
  private static final class Outcome {

    private @Nullable AdkException error;
    private @Nullable Object seen;
    private int characters;

    private Object checked() {
      if (error != null) {
        throw error;
      }
      return seen == null ? this : seen;
    }
  }
}
