package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.running;
import static dev.adk4j.harness.Engine.toolCall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.AtOnce;
import dev.adk4j.harness.Tape;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.StoreMessageCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * Tools of one executor that run at the same time: nothing is lost and all ends up in the order
 * storage got it.
 */
class ParallelToolsTests {

  private static final long SEED = 20260102L;

  @Test
  void storageTheDispatchAndTheTurnEndUpWithTheSameOrder() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20; round++) {
      long seed = random.nextLong();
      List<String> stored = new CopyOnWriteArrayList<>();
      List<String> local = new ArrayList<>();
      List<String> turn = new ArrayList<>();
      TurnRunner runner =
          runner()
              .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
              .executor(
                  (ctx, helpers) -> {
                    inParallel(
                        seed,
                        (thread, shuffled) -> {
                          for (int i = 0; i < 50; i++) {
                            ctx.storeMessage(message(thread + "-" + i));
                            if (shuffled.nextInt(4) == 0) {
                              Thread.yield();
                            }
                          }
                        });
                    ctx.turnMessages().forEach(m -> local.add(m.id()));
                    ctx.ack();
                  })
              .build();
      Tape tape = Tape.of(runner);
      runner.turn(raw()).inspect(ctx -> ctx.turnMessages().forEach(m -> turn.add(m.id()))).run();
      tape.rethrowAssertions();

      assertThat(stored).as("seed " + SEED).hasSize(400).doesNotHaveDuplicates();
      assertThat(local).isEqualTo(stored);
      assertThat(turn).isEqualTo(stored);
    }
  }

  @Test
  void mixedWritesLeaveTheSetsAndTheCountsConsistent() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20; round++) {
      long seed = random.nextLong();
      List<String> local = new ArrayList<>();
      List<String> turn = new ArrayList<>();
      TurnRunner runner =
          running(
              (ctx, helpers) -> {
                inParallel(
                    seed,
                    (thread, shuffled) -> {
                      for (int i = 0; i < 60; i++) {
                        String id = "c" + shuffled.nextInt(12);
                        switch (shuffled.nextInt(3)) {
                          case 0 -> ctx.storeToolCall(toolCall(id));
                          case 1 -> ctx.mutateToolCall(toolCall(id));
                          default -> ctx.deleteToolCall(id);
                        }
                      }
                    });
                for (int i = 0; i < 12; i++) {
                  ToolCall call = toolCall("c" + i);
                  long present =
                      ctx.turnToolCalls().stream().filter(c -> c.id().equals(call.id())).count();
                  assertThat(ctx.toolCallCount(call.checksum())).isEqualTo((int) present);
                }
                ctx.turnToolCalls().forEach(c -> local.add(c.id()));
                ctx.ack();
              });
      Tape tape = Tape.of(runner);
      runner.turn(raw()).inspect(ctx -> ctx.turnToolCalls().forEach(c -> turn.add(c.id()))).run();
      tape.rethrowAssertions();
      assertThat(turn).as("seed " + SEED).isEqualTo(local);
    }
  }

  @Test
  void readsSetsDuringWrites() {
    List<Message> seen = new CopyOnWriteArrayList<>();
    Tape tape =
        Tape.run(
            (ctx, helpers) -> {
              inParallel(
                  SEED,
                  (thread, shuffled) -> {
                    for (int i = 0; i < 200; i++) {
                      if (thread % 2 == 0) {
                        ctx.storeMessage(message(thread + "-" + i));
                      } else {
                        for (Message message : ctx.turnMessages()) {
                          message.id();
                        }
                      }
                    }
                  });
              seen.addAll(ctx.turnMessages());
              ctx.ack();
            });
    tape.rethrowAssertions();
    assertThat(seen).hasSize(800);
  }

  private interface Work {
    void run(int thread, Random random) throws Exception;
  }

  private static void inParallel(long seed, Work work) throws Exception {
    AtOnce.run(8, thread -> () -> work.run(thread, new Random(seed + thread)));
  }
}
