package dev.adk4j.benchmarks.database;

import dev.adk4j.primitive.Message;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A whole turn of the engine over the same storage: contexts, pipelines, events, with an executor
 * that answers at once. The peers' arms are their memory alone.
 */
class EngineArm extends AdkArm {

  private static final ThreadLocal<String> ANSWER = ThreadLocal.withInitial(() -> "");

  private final TurnRunner runner;

  EngineArm(BenchmarkDatabase database) {
    this(database, builder -> builder);
  }

  EngineArm(BenchmarkDatabase database, UnaryOperator<TurnRunner.Builder> more) {
    super(database);
    this.runner =
        more.apply(TurnRunner.builder())
            .storage(new NoopStorageAdapter())
            .persistentStorage(storage())
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
            .executor(
                (ctx, helpers) -> {
                  ctx.storeMessage(Message.assistant(Ids.next(), ANSWER.get(), Instant.now()));
                  ctx.ack();
                })
            .build();
  }

  @Override
  public String name() {
    return "ADK for Java, whole turn";
  }

  TurnRunner runner() {
    return runner;
  }

  /** The executor answers with this on the calling thread. */
  static void willAnswer(String text) {
    ANSWER.set(text);
  }

  @Override
  public int turn(String conversation, String user, String assistant) {
    willAnswer(assistant);
    AtomicInteger loaded = new AtomicInteger();
    FirstError error = new FirstError();
    runner
        .turn(
            RawTurnContext.builder()
                .systemPrompt("Be brief.")
                .scope(scope(conversation))
                .input(Message.user(Ids.next(), user, Instant.now()))
                .build())
        .observe(dev.adk4j.event.TurnEvent.ERROR, error)
        .inspect(turn -> loaded.set(turn.turnMessages().size() - 2))
        .run();
    error.rethrow();
    return loaded.get();
  }
}
