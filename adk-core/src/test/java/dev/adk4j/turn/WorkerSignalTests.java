package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.AbortController;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.harness.Failures;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.storage.StoreMessageCallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors that store and signal from threads of their own. */
class WorkerSignalTests {

  private static final long SEED = 20260103L;

  private final ExecutorService workers = Executors.newFixedThreadPool(4);

  @AfterEach
  void stop() throws InterruptedException {
    workers.shutdownNow();
    assertThat(workers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  /** What a turn's worker did, as far as it was told. */
  private static final class Work {
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile int spins;
    private volatile boolean started;
  }

  @Test
  void writesOfAWorkerBeforeItsAckAreNeverLost() throws Exception {
    losesNoWrite(2_000);
  }

  @Nested
  @Tag("slow")
  class OfManyTurns {

    @Test
    void writesOfAWorkerBeforeItsAckAreNeverLost() throws Exception {
      losesNoWrite(Integer.getInteger("adk.test.workerTurns", 20_000));
    }
  }

  private void losesNoWrite(int turns) throws Exception {
    Random random = new Random(SEED);
    Set<String> stored = ConcurrentHashMap.newKeySet();
    AtomicReference<Work> current = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
            .executor(
                (ctx, helpers) -> {
                  Work work = current.get();
                  if (!work.started) {
                    work.started = true;
                    workers.execute(() -> storeAndAcknowledge(ctx, work));
                  }
                })
            .build();
    AtomicInteger ends = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    runner.observe(TurnEvent.DISPATCH_END, e -> ends.incrementAndGet());
    long began = System.nanoTime();
    for (int i = 0; i < turns; i++) {
      Work work = new Work();
      work.spins = random.nextInt(3_000);
      current.set(work);
      List<String> mirrored = new ArrayList<>();
      runner
          .turn(raw())
          .inspect(ctx -> ctx.turnMessages().forEach(m -> mirrored.add(m.id())))
          .run();
      assertThat(work.over.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(work.accepted).isNotEmpty();
      if (!stored.containsAll(work.accepted) || !mirrored.containsAll(work.accepted)) {
        lost.incrementAndGet();
      }
      stored.clear();
    }
    System.out.printf(
        "%d turns acknowledged from four workers: %d lost a message, %d ms%n",
        turns, lost.get(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    assertThat(lost).as("seed " + SEED).hasValue(0);
    assertThat(ends).hasValue(turns);
  }

  private static void storeAndAcknowledge(DispatchContext ctx, Work work) {
    try {
      for (int i = 0; i < work.spins; i++) {
        Thread.onSpinWait();
      }
      for (String id : List.of("a", "b")) {
        ctx.storeMessage(message(id));
        work.accepted.add(id);
      }
      ctx.ack();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      work.over.countDown();
    }
  }

  @Test
  void aSignalBetweenTheLastFlushAndTheEndOfTheLoopStillStoresAndEndsNoIterationTwice() {
    List<String> stored = new CopyOnWriteArrayList<>();
    AtomicReference<DispatchContext> running = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
            .executor((ctx, helpers) -> running.set(ctx))
            .build();
    Tape tape = Tape.of(runner);
    runner.observe(
        TurnEvent.ITERATION_END,
        e ->
            workers
                .submit(
                    () -> {
                      running.get().storeMessage(message("late"));
                      running.get().ack();
                    })
                .get());
    runner.run(raw());
    assertThat(stored).containsExactly("late");
    assertThat(tape.events(IterationEnd.class)).hasSize(1);
    assertThat(tape.lines())
        .endsWith("iterationEnd(0)", "dispatchEnd(ack, iterations 1)", "turnEnd");
  }

  @Test
  void lateWritesAreRefusedToTheirCaller() {
    List<String> stored = new CopyOnWriteArrayList<>();
    List<String> refused = new CopyOnWriteArrayList<>();
    AtomicReference<DispatchContext> running = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .callback(
                StoreMessageCallback.class,
                (ctx, message) -> {
                  stored.add(message.id());
                  workers.submit(() -> refuse(running.get(), "worker, last flush", refused)).get();
                })
            .executor(
                (ctx, helpers) -> {
                  running.set(ctx);
                  ctx.storeMessage(message("first"));
                  ctx.ack();
                })
            .build();
    runner.observe(
        TurnEvent.DISPATCH_END, e -> refuse(running.get(), "listener of the end", refused));
    runner.run(raw());
    assertThat(stored).containsExactly("first");
    assertThat(refused).containsExactly("worker, last flush", "listener of the end");
    assertThat(running.get().turnMessages()).hasSize(1);
  }

  private static void refuse(DispatchContext ctx, String who, List<String> refused) {
    try {
      ctx.storeMessage(message(who));
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("has ended");
      refused.add(who);
    }
  }

  @Test
  void writesOfAnAckHandlerAreStored() {
    List<String> stored = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 100; i++) {
      stored.clear();
      CountDownLatch acknowledged = new CountDownLatch(1);
      runner()
          .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
          .executor(
              (ctx, helpers) -> {
                ctx.onAck(
                    () -> {
                      acknowledged.countDown();
                      for (int spin = 0; spin < 20_000; spin++) {
                        Thread.onSpinWait();
                      }
                      ctx.storeMessage(message("handler"));
                    });
                workers.execute(ctx::ack);
                acknowledged.await();
              })
          .build()
          .run(raw());
      assertThat(stored).containsExactly("handler");
    }
  }

  @Test
  void abortEndsTheWaitForAHangingAckHandler() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    TurnRunner runner =
        runner()
            .executor(
                (ctx, helpers) -> {
                  ctx.onAck(
                      () -> {
                        inside.countDown();
                        awaitQuietly(never);
                      });
                  workers.execute(ctx::ack);
                  inside.await();
                })
            .build();
    TurnHandle handle = runner.start(raw());
    inside.await();
    handle.abort();
    assertThat(handle.join(Duration.ofSeconds(30))).isTrue();
    never.countDown();
  }

  @Test
  @Timeout(120)
  void turnEndsAfterItsAbortThoughItsWorkersWriteOn() throws Exception {
    for (int round = 0; round < 5; round++) {
      CountDownLatch writing = new CountDownLatch(4);
      List<Throwable> told = new CopyOnWriteArrayList<>();
      AbortController controller = new AbortController();
      TurnRunner runner =
          runner()
              .callback(StoreMessageCallback.class, (ctx, message) -> Thread.sleep(1))
              .executor(
                  (ctx, helpers) -> {
                    if (ctx.iteration() == 0) {
                      for (int i = 0; i < 4; i++) {
                        workers.execute(() -> writeForEver(ctx, writing, told));
                      }
                      writing.await();
                    }
                  })
              .build();
      AtomicReference<String> status = new AtomicReference<>();
      runner.observe(TurnEvent.DISPATCH_END, e -> status.set(e.status().wire()));
      TurnHandle handle =
          runner.start(
              RawTurnContext.builder().systemPrompt("").turnAbortController(controller).build());
      writing.await();
      controller.abort();
      assertThat(handle.join(Duration.ofSeconds(60))).isTrue();
      assertThat(status).hasValue("aborted");
      await().until(() -> told.size() == 4);
      assertThat(told).allMatch(IllegalStateException.class::isInstance);
    }
  }

  private static void writeForEver(
      DispatchContext ctx, CountDownLatch writing, List<Throwable> told) {
    try {
      for (int i = 0; ; i++) {
        ctx.storeMessage(message("m" + i));
        if (i == 500) {
          writing.countDown();
        }
        Thread.yield();
      }
    } catch (Throwable e) {
      told.add(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    Failures.await(latch);
  }
}
