package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.NOW;
import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.running;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.storage.FetchMessagesCallback;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a turn is told once and last, whatever gets in between. */
@Timeout(120)
class TurnEndTests {

  /** What an executor left behind. */
  private record Left(DispatchContext ctx, DispatchExecutorHelpers helpers) {}

  @Test
  void reportsOfAWorkerComeBeforeTheEndOrAreRefused() throws Exception {
    for (int round = 0; round < 300; round++) {
      List<String> heard = new CopyOnWriteArrayList<>();
      AtomicInteger accepted = new AtomicInteger();
      AtomicReference<@Nullable Throwable> refused = new AtomicReference<>();
      CountDownLatch reporting = new CountDownLatch(1);
      AtomicReference<Thread> worker = new AtomicReference<>();
      TurnRunner runner =
          running(
              (ctx, helpers) -> {
                worker.set(
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              try {
                                for (int i = 0; ; i++) {
                                  helpers.reportMessage("m", "x");
                                  accepted.incrementAndGet();
                                  reporting.countDown();
                                }
                              } catch (Throwable e) {
                                refused.set(e);
                              }
                            }));
                reporting.await();
                ctx.ack();
              });
      runner.on(TurnEvent.MESSAGE, m -> heard.add("message"));
      runner.observe(TurnEvent.TURN_END, e -> heard.add("turnEnd"));
      runner.run(raw());
      worker.get().join();
      assertThat(heard).endsWith("turnEnd").hasSize(accepted.get() + 1);
      assertThat(refused.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has ended");
    }
  }

  @Test
  void everyLateReportIsRefusedAndALateLogEntryIsNoFailure() {
    AtomicReference<Left> left = new AtomicReference<>();
    Tape tape =
        Tape.run(
            (ctx, helpers) -> {
              left.set(new Left(ctx, helpers));
              ctx.ack();
            });
    List<String> before = tape.lines();
    DispatchExecutorHelpers helpers = left.get().helpers();
    for (Runnable report :
        List.<Runnable>of(
            () -> helpers.reportMessage("m", "x"),
            () -> helpers.reportThought("t", "x"),
            () ->
                helpers.reportToolCall(
                    "c", DispatchExecutorHelpers.ToolCallReport.announce("t", null)),
            () -> helpers.reportGenerationStats(GenerationStats.none()),
            () -> left.get().ctx().reportGenerationStats(GenerationStats.none()))) {
      assertThatThrownBy(report::run).isInstanceOf(IllegalStateException.class);
    }
    helpers.log().info("late", "never fails");
    assertFails(
        AdkErrorCode.E_TURN_GATE_ABORTED,
        () -> left.get().ctx().waitFor(GateRequest.of("g", "r", null)));
    assertThat(tape.lines()).isEqualTo(before).endsWith("turnEnd");
  }

  @Test
  void openGatesAreAbortedBeforeTheEnd() throws Exception {
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    List<Thread> waiters = new CopyOnWriteArrayList<>();
    CountDownLatch open = new CountDownLatch(3);
    TurnRunner runner =
        running(
            (ctx, helpers) -> {
              for (int i = 0; i < 3; i++) {
                String id = "g" + i;
                waiters.add(
                    Thread.startVirtualThread(
                        () -> {
                          try {
                            ctx.waitFor(GateRequest.of(id, "r", null));
                          } catch (Exception e) {
                            thrown.add(e);
                          }
                        }));
              }
              open.await();
              ctx.ack();
            });
    Tape tape = Tape.of(runner);
    runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> open.countDown());
    runner.run(raw());
    for (Thread waiter : waiters) {
      waiter.join();
    }
    assertThat(tape.lines())
        .contains(
            "turnGateClosed(g0, aborted)",
            "turnGateClosed(g1, aborted)",
            "turnGateClosed(g2, aborted)")
        .endsWith("turnEnd");
    assertThat(thrown)
        .hasSize(3)
        .allMatch(e -> AdkException.is(e, AdkErrorCode.E_TURN_GATE_ABORTED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"throws", "null", "overflows", "out of memory"})
  void failingClockTakesNoEndAway(String how) throws Exception {
    for (int failsFrom = 0; failsFrom < 12; failsFrom++) {
      int from = failsFrom;
      AtomicInteger asked = new AtomicInteger();
      InstantSource clock =
          () -> {
            if (asked.getAndIncrement() < from) {
              return NOW;
            }
            return switch (how) {
              case "throws" -> throw new IllegalStateException("clock");
              case "overflows" -> throw new StackOverflowError();
              case "out of memory" -> throw new OutOfMemoryError("clock");
              default -> null;
            };
          };
      TurnRunner runner =
          runner()
              .clock(clock)
              .executor(
                  (ctx, helpers) -> {
                    helpers.reportMessage("m", "Hi.", true);
                    ctx.ack();
                  })
              .build();
      Tape tape = Tape.of(runner);
      boolean fatal = how.equals("out of memory");
      try {
        awaitEnd(client(runner).conversation("c").stream("Hi?"), fatal);
      } catch (OutOfMemoryError | AdkException beforeItsStart) {
        assertThat(fatal).isTrue();
        assertThat(tape.lines()).isEmpty();
        continue;
      }
      assertEndsOnce(tape);
      assertThat(tape.lines().contains("dispatchEnd(ack, iterations 0)"))
          .as("%s from %d", how, from)
          .isEqualTo(!fatal || from >= asked.get() - 1);
    }
  }

  @Test
  void aVirtualMachineErrorOfAnyListenerTakesNoEndAway() throws Exception {
    for (EventKey<?> key :
        List.<EventKey<?>>of(
            TurnEvent.TURN_START,
            TurnEvent.DISPATCH_START,
            TurnEvent.ITERATION_START,
            TurnEvent.MESSAGE,
            TurnEvent.LOG,
            TurnEvent.ERROR,
            TurnEvent.DISPATCH_END,
            TurnEvent.TURN_END)) {
      TurnRunner runner =
          running(
              (ctx, helpers) -> {
                helpers.reportMessage("m", "Hi.", true);
                helpers.log().info("k", "m");
                if (key == TurnEvent.ERROR) {
                  throw new IllegalStateException("executor");
                }
                ctx.ack();
              });
      switch (key) {
        case EventKey.Functional<?> functional -> runner.on(functional, TurnEndTests::outOfMemory);
        case EventKey.Observability<?> observed ->
            runner.observe(observed, TurnEndTests::outOfMemory);
      }
      Tape tape = Tape.of(runner);
      awaitEnd(client(runner).conversation("c").stream("Hi?"), true);
      assertThat(tape.lines().stream().filter("turnEnd"::equals)).as(key.name()).hasSize(1);
      assertEndsOnce(tape);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Turn", "Dispatch", "Iteration", "StorageCall"})
  void aVirtualMachineErrorOfAnInstrumentationTakesNoEndAway(String kind) throws Exception {
    for (boolean before : List.of(true, false)) {
      TurnRunner runner =
          runner()
              .instrumentation(
                  new Instrumentation() {
                    @Override
                    public <T extends @Nullable Object> T around(
                        Operation operation, Invocation<T> invocation) throws Exception {
                      boolean mine = operation.getClass().getSimpleName().equals(kind);
                      if (mine && before) {
                        throw new OutOfMemoryError("before");
                      }
                      T result = invocation.proceed();
                      if (mine) {
                        throw new OutOfMemoryError("after");
                      }
                      return result;
                    }
                  })
              .executor(acking(ctx -> ctx.storeMessage(dev.adk4j.harness.Engine.message("m"))))
              .build();
      Tape tape = Tape.of(runner);
      awaitEnd(client(runner).conversation("c").stream("Hi?"), true);
      assertThat(tape.lines()).endsWith("turnEnd");
      assertEndsOnce(tape);
    }
  }

  @Test
  void unreadableAnswerIsAFailureAndNoEndlessWait() throws Exception {
    TurnRunner runner =
        running(
            (ctx, helpers) -> {
              helpers.reportMessage("", "no message may have an empty id", true);
              ctx.ack();
            });
    assertThatThrownBy(() -> client(runner).conversation("c").send("Hi?"))
        .hasMessageContaining("could not be gathered");
    AgentStream pending =
        client(runner().taskDecorator(task -> () -> {}).build()).conversation("c").stream("Hi?");
    assertThatThrownBy(() -> pending.answer().get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("could not be gathered");
  }

  @Test
  void listenersOfTwoStreamsMayReportIntoEachOther() throws Exception {
    for (int round = 0; round < 200; round++) {
      List<String> heard = new CopyOnWriteArrayList<>();
      AtomicReference<DispatchExecutorHelpers> reports = new AtomicReference<>();
      CountDownLatch both = new CountDownLatch(2);
      TurnRunner runner =
          running(
              (ctx, helpers) -> {
                reports.set(helpers);
                List<Thread> threads = new ArrayList<>();
                for (String id : List.of("a", "b")) {
                  threads.add(Thread.startVirtualThread(() -> helpers.reportMessage(id, "first ")));
                }
                for (Thread thread : threads) {
                  thread.join();
                }
                ctx.ack();
              });
      runner.on(
          TurnEvent.MESSAGE,
          m -> {
            heard.add(m.id() + ": " + m.aDelta());
            if (m.aDelta().equals("first ")) {
              both.countDown();
              assertThat(both.await(30, TimeUnit.SECONDS)).isTrue();
              reports.get().reportMessage(m.id().equals("a") ? "b" : "a", "second");
            }
          });
      runner.run(raw());
      assertThat(heard)
          .containsExactlyInAnyOrder("a: first ", "b: first ", "a: second", "b: second");
      assertThat(heard.indexOf("a: first ")).isLessThan(heard.indexOf("a: second"));
      assertThat(heard.indexOf("b: first ")).isLessThan(heard.indexOf("b: second"));
    }
  }

  @Test
  void listenerHearsItsOwnReportsAfterTheCurrentStep() {
    List<String> heard = new ArrayList<>();
    AtomicReference<DispatchExecutorHelpers> reports = new AtomicReference<>();
    TurnRunner runner =
        running(
            (ctx, helpers) -> {
              reports.set(helpers);
              helpers.reportMessage("m", "1");
              heard.add("reported");
              ctx.ack();
            });
    for (String listener : List.of("x", "y")) {
      runner.on(
          TurnEvent.MESSAGE,
          m -> {
            heard.add(listener + m.full());
            if (listener.equals("x") && m.full().length() < 3) {
              reports.get().reportMessage("m", String.valueOf(m.full().length() + 1));
            }
          });
    }
    runner.run(raw());
    assertThat(heard).containsExactly("x1", "y1", "x12", "y12", "x123", "y123", "reported");
  }

  @Test
  void nullsInTheConfigurationAreNamed() {
    for (TurnRunner.Builder builder :
        List.of(
            runner().tools(null),
            runner().turnInputPipeline(null),
            runner().turnOutputPipeline(null),
            runner().dispatchInputPipeline(null),
            runner().dispatchOutputPipeline(null))) {
      assertFails(AdkErrorCode.E_INVALID_TURN_RUNNER_CONFIG, builder::build);
    }
    assertThatThrownBy(() -> runner().tools(null).turnInputPipeline(null).build())
        .hasMessageContaining("$.tools is required")
        .hasMessageContaining("$.turnInputPipeline is required");
  }

  @Test
  void aNullInAFetchedListNamesItsCallback() {
    List<Throwable> thrown = new ArrayList<>();
    runner()
        .callback(
            FetchMessagesCallback.class,
            ctx -> java.util.Arrays.asList(dev.adk4j.harness.Engine.message("m"), null))
        .turnInputPipeline(List.of(HydrateTurn.builder().messages(10).build()))
        .build()
        .turn(raw())
        .observe(TurnEvent.ERROR, e -> thrown.add(e.error()))
        .run();
    assertThat(thrown)
        .singleElement()
        .satisfies(
            e ->
                assertThat(e)
                    .hasMessageContaining("fetchMessagesCallback")
                    .hasMessageContaining("element 1"));
  }

  private static void outOfMemory(Object event) {
    throw new OutOfMemoryError("listener");
  }

  private static AgentClient client(TurnRunner runner) {
    return AgentClient.builder(runner).systemPrompt("").build();
  }

  private static void awaitEnd(AgentStream stream, boolean mayFail) throws Exception {
    TurnHandle handle = stream.start(call -> call);
    try {
      handle.join();
    } catch (OutOfMemoryError e) {
      assertThat(mayFail).isTrue();
    }
    try {
      stream.answer().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      assertThat(mayFail).isTrue();
    }
  }

  private static void assertEndsOnce(Tape tape) {
    assertThat(tape.lines().stream().filter("turnStart"::equals)).hasSize(1);
    assertThat(tape.lines().stream().filter("turnEnd"::equals)).hasSize(1);
    assertThat(tape.lines().stream().filter(l -> l.startsWith("dispatchEnd")).count())
        .isEqualTo(tape.lines().stream().filter("dispatchStart"::equals).count());
  }
}
