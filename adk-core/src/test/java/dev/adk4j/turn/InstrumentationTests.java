package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.tool;
import static dev.adk4j.harness.Engine.turning;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.storage.StoreMessageCallback;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstrumentationTests {

  /** Notes where each operation opens and closes, and that a thread closes what it opened last. */
  private static final class Recording implements Instrumentation {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final ThreadLocal<Deque<String>> open = ThreadLocal.withInitial(ArrayDeque::new);

    @Override
    public <T> T around(Operation operation, Invocation<T> invocation) throws Exception {
      String name = name(operation);
      String outer = open.get().isEmpty() ? "" : open.get().peek() + " > ";
      open.get().push(name);
      lines.add(outer + name);
      try {
        T result = invocation.proceed();
        lines.add("/" + name);
        return result;
      } catch (Throwable e) {
        lines.add("/" + name + " failed");
        throw e;
      } finally {
        assertThat(open.get().pop()).isEqualTo(name);
      }
    }

    private static String name(Operation operation) {
      return switch (operation) {
        case Operation.Turn turn -> "turn";
        case Operation.Dispatch dispatch -> "dispatch";
        case Operation.Iteration iteration -> "iteration " + iteration.iteration();
        case Operation.ToolExecution execution -> "tool " + execution.tool().name();
        case Operation.GateWait wait -> "gate " + wait.request().id();
        case Operation.StorageCall call -> call.callback();
      };
    }
  }

  private final Recording recording = new Recording();

  private Tape play(TurnRunner.Builder builder) {
    TurnRunner runner = builder.instrumentation(recording).build();
    Tape tape = Tape.of(runner);
    runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve(null));
    runner.run(raw());
    return tape.rethrowAssertions();
  }

  @Test
  void wrapsAndNestsEverythingOnTheWorkingThread() {
    play(
        runner()
            .addTool(
                tool(
                    "t",
                    (a, ctx, m) -> {
                      ctx.waitFor(GateRequest.of("g", "r", null));
                      return ToolOutput.text("");
                    }))
            .turnInputPipeline(List.of(turning(ctx -> ctx.fetchMessages())))
            .executor(
                (ctx, helpers) -> {
                  ctx.tools().get("t").orElseThrow().executor(ctx).execute(null);
                  ctx.storeMessage(message("m"));
                  ctx.ack();
                }));

    assertThat(recording.lines)
        .containsExactly(
            "turn",
            "turn > fetchMessages",
            "/fetchMessages",
            "turn > dispatch",
            "dispatch > iteration 0",
            "iteration 0 > tool t",
            "tool t > gate g",
            "/gate g",
            "/tool t",
            "iteration 0 > flush",
            "flush > storeMessage",
            "/storeMessage",
            "/flush",
            "/iteration 0",
            "/dispatch",
            "/turn");
  }

  @Test
  void failuresCloseEverythingAndTheTurnReturnsNormally() {
    play(runner().executor((ctx, helpers) -> raise(new IOException("x"))));
    assertThat(recording.lines)
        .containsExactly(
            "turn",
            "turn > dispatch",
            "dispatch > iteration 0",
            "/iteration 0 failed",
            "/dispatch failed",
            "/turn");
  }

  @Test
  void aFailedFlushClosesEverything() {
    play(
        runner()
            .callback(StoreMessageCallback.class, (ctx, m) -> raise(new IOException("full")))
            .executor(acking(ctx -> ctx.storeMessage(message("m")))));
    assertThat(recording.lines)
        .endsWith(
            "/storeMessage failed",
            "/flush failed",
            "/iteration 0 failed",
            "/dispatch failed",
            "/turn");
  }

  @Test
  void shortCircuitsNacksAndAbortsCloseEverything() {
    for (DispatchExecutor executor :
        List.<DispatchExecutor>of((c, h) -> c.nack(), (c, h) -> c.abort(), (c, h) -> {})) {
      recording.lines.clear();
      play(runner().executor(executor).dispatchOutputPipeline(List.of((ctx, next) -> {})));
      long opened = recording.lines.stream().filter(l -> !l.startsWith("/")).count();
      long closed = recording.lines.stream().filter(l -> l.startsWith("/")).count();
      assertThat(closed).isEqualTo(opened);
      assertThat(recording.lines).endsWith("/turn");
    }
  }

  @Test
  void parallelToolsNestEachOnItsOwnThread() {
    CyclicBarrier together = new CyclicBarrier(4);
    play(
        runner()
            .addTool(
                tool(
                    "t",
                    (a, ctx, m) -> {
                      together.await();
                      ctx.waitFor(GateRequest.of("g", "r", null));
                      together.await();
                      return ToolOutput.text("");
                    }))
            .executor(
                (ctx, helpers) -> {
                  List<Thread> threads = new ArrayList<>();
                  for (int i = 0; i < 4; i++) {
                    threads.add(
                        Thread.startVirtualThread(
                            () -> ctx.tools().get("t").orElseThrow().executor(ctx).execute(null)));
                  }
                  for (Thread thread : threads) {
                    thread.join();
                  }
                  ctx.ack();
                }));
    assertThat(recording.lines.stream().filter("tool t"::equals)).hasSize(4);
    assertThat(recording.lines.stream().filter("tool t > gate g"::equals)).hasSize(4);
    assertThat(recording.lines.stream().filter("/tool t"::equals)).hasSize(4);
  }

  @Test
  void eventsOfATurnAreToldInsideItsOperation() {
    List<String> inside = new ArrayList<>();
    TurnRunner runner = runner().instrumentation(recording).build();
    runner.observe(TurnEvent.TURN_START, e -> inside.add(recording.open.get().peek()));
    runner.observe(TurnEvent.DISPATCH_END, e -> inside.add(recording.open.get().peek()));
    runner.observe(TurnEvent.TURN_END, e -> inside.add(recording.open.get().peek()));
    runner.run(raw());
    assertThat(inside).containsExactly("turn", "dispatch", "turn");
  }

  /** Breaks its contract around one kind of operation. */
  private record Broken(String kind, String how) implements Instrumentation {

    @Override
    public <T> T around(Operation operation, Invocation<T> invocation) throws Exception {
      if (!operation.getClass().getSimpleName().equals(kind)) {
        return invocation.proceed();
      }
      switch (how) {
        case "before" -> throw new IllegalStateException("instrumentation");
        case "after" -> {
          invocation.proceed();
          throw new IllegalStateException("instrumentation");
        }
        case "skips" -> {
          return null;
        }
        default -> {
          invocation.proceed();
          return invocation.proceed();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "after", "skips", "twice"})
  void failingInstrumentationIsHandledLikeItsCode(String how) {
    for (String kind : List.of("Turn", "Dispatch", "Iteration", "StorageCall")) {
      Tape tape =
          Tape.run(
              runner()
                  .instrumentation(new Broken(kind, how))
                  .executor(acking(ctx -> ctx.storeMessage(message("m")))));
      assertThat(tape.lines()).as(kind).startsWith("turnStart");
      assertThat(tape.lines().stream().filter("turnEnd"::equals)).hasSize(1);
      assertThat(tape.lines().stream().filter("turnStart"::equals)).hasSize(1);
      assertThat(tape.lines()).endsWith("turnEnd");
      boolean endedBefore = kind.equals("Turn") && List.of("after", "twice").contains(how);
      assertThat(tape.lines().stream().filter(l -> l.startsWith("error")))
          .as(kind)
          .hasSize(endedBefore ? 0 : 1);
    }
  }

  @Test
  void swallowingInstrumentationHidesNoException() {
    Tape tape =
        Tape.run(
            runner()
                .instrumentation(
                    new Instrumentation() {
                      @Override
                      public <T> T around(Operation operation, Invocation<T> invocation) {
                        try {
                          return invocation.proceed();
                        } catch (Exception e) {
                          return null;
                        }
                      }
                    })
                .executor((ctx, helpers) -> raise(new IOException("x"))));
    assertThat(tape.lines())
        .containsSubsequence(
            "dispatchEnd(nack, iterations 0)", "error(E_LLM_EXECUTION_EXECUTOR_ERROR)");
  }

  @Test
  void oneInstrumentationMayRunWithinAnother() throws Exception {
    List<String> order = new ArrayList<>();
    Instrumentation inner = noting(order, "inner");
    Instrumentation both = inner.within(noting(order, "outer"));
    both.around(new Operation.Turn(null), () -> order.add("work"));
    both.propagate(() -> order.add("task")).run();
    assertThat(order).containsExactly("outer", "inner", "work", "task");
    assertThat(Instrumentation.checked(Instrumentation.NONE)).isSameAs(Instrumentation.NONE);
  }

  private static Instrumentation noting(List<String> order, String name) {
    return new Instrumentation() {
      @Override
      public <T> T around(Operation operation, Invocation<T> invocation) throws Exception {
        order.add(name);
        return invocation.proceed();
      }
    };
  }
}
