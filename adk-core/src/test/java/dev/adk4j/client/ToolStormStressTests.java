package dev.adk4j.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Four conversations at once, fifty calls in each answer, and an abort somewhere in a third of
 * them: all is stored in order, or nothing is, and the conversation goes on.
 */
@Timeout(180)
class ToolStormStressTests {

  private static final long SEED = 20260104L;
  private static final int CALLS = 50;
  private static final int ROUNDS = 60;

  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final AtomicInteger running = new AtomicInteger();

  @Test
  void storesAllOrNothingAndGoesOn() throws Exception {
    List<CompletableFuture<Integer>> conversations =
        IntStream.range(0, 4)
            .mapToObj(
                n ->
                    CompletableFuture.supplyAsync(
                        () -> play("c" + n, new Random(SEED + n)), Thread::startVirtualThread))
            .toList();
    int aborted = 0;
    for (CompletableFuture<Integer> conversation : conversations) {
      aborted += conversation.get();
    }
    assertThat(aborted).isBetween(10, 4 * ROUNDS - 10);
    assertThat(running).as("tools that see an abort have ended").hasValue(0);
  }

  private int play(String id, Random random) {
    Semaphore done = new Semaphore(0);
    Conversation conversation = client(done).conversation(Scope.of("acme", "ann", id));
    int aborted = 0;
    int stored = 0;
    for (int round = 0; round < ROUNDS; round++) {
      done.drainPermits();
      AgentStream stream = conversation.stream("storm " + round);
      CompletableFuture<Answer> answer = stream.answer();
      if (random.nextInt(3) == 0) {
        done.acquireUninterruptibly(1 + random.nextInt(CALLS));
        stream.abort();
      }
      try {
        List<ToolCall> calls = answer.join().toolCalls();
        assertThat(calls)
            .extracting(call -> call.providerId().orElseThrow())
            .containsExactlyElementsOf(IntStream.range(0, CALLS).mapToObj(n -> "c" + n).toList());
        stored += CALLS + 1;
      } catch (CompletionException e) {
        assertThat(e.getCause()).isInstanceOf(AgentTurnException.class);
        aborted++;
      }
      stored++;
      int rows = storage.log(stream.scope()).size();
      // an abort may come when the calls were flushed and the answer was not
      assertThat(rows - stored).as("round " + round + " of " + id).isIn(0, CALLS, CALLS + 1);
      stored = rows;
    }
    return aborted;
  }

  private AgentClient client(Semaphore done) {
    Tool works =
        Tool.builder("works")
            .description("Works.")
            .inputSchema(ToolSchema.empty())
            .parallel(true)
            .handler(
                (args, ctx, meta) -> {
                  running.incrementAndGet();
                  try {
                    for (int i = ThreadLocalRandom.current().nextInt(20); i > 0; i--) {
                      ctx.abortSignal().throwIfAborted();
                      Thread.yield();
                    }
                    return ToolOutput.text("worked");
                  } finally {
                    running.decrementAndGet();
                    done.release();
                  }
                })
            .build();
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .tools(List.of(works))
            .turnInputPipeline(
                List.of(HydrateTurn.builder().messages(2).build(), new AcceptInput()))
            .executor(ToolStormStressTests::answer)
            .build();
    return AgentClient.builder(runner).systemPrompt("").build();
  }

  private static void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    if (ctx.iteration() == 0) {
      List<ToolCallRequest> calls = new ArrayList<>();
      for (int n = 0; n < CALLS; n++) {
        calls.add(new ToolCallRequest("c" + n, "works", Json.read("{}")));
      }
      ToolCallRunner.run(ctx, helpers, calls, ToolResultOptions.DEFAULT);
    } else {
      ctx.storeMessage(Message.assistant("done"));
      ctx.ack();
    }
  }
}
