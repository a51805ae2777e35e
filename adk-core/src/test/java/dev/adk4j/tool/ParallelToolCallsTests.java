package dev.adk4j.tool;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.Failures;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.token.TokenCounter;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.token.internal.TokenWarnings;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ParallelToolCallsTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void runsAtTheSameTimeAndStoresInOrder() {
    CyclicBarrier together = new CyclicBarrier(3);
    CountDownLatch lastDone = new CountDownLatch(1);
    register(
        "slow",
        (args, ctx, meta) -> {
          together.await();
          lastDone.await();
          return ToolOutput.text("slow");
        });
    register(
        "quick",
        (args, ctx, meta) -> {
          together.await();
          lastDone.countDown();
          assertThat(Thread.currentThread().isVirtual()).isTrue();
          return ToolOutput.text("quick");
        });

    List<ToolCall> records = runAll("slow", "quick", "quick");

    assertThat(records)
        .extracting(call -> call.providerId().orElseThrow())
        .containsExactly("c0", "c1", "c2");
    assertThat(records).noneMatch(ToolCall::isError);
    assertThat(dispatch.stored).isEqualTo(records);
    assertThat(dispatch.reports().stream().filter(r -> !r.report().isComplete()))
        .extracting(FakeDispatch.Report::id)
        .containsExactlyElementsOf(records.stream().map(ToolCall::id).toList());
  }

  @Test
  void onlyNeighborsThatSayParallelRunAtOnce() {
    CyclicBarrier pair = new CyclicBarrier(2);
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    register(
        "p",
        (args, ctx, meta) -> {
          log.add("+p");
          pair.await();
          log.add("-p");
          return ToolOutput.text("p");
        });
    Thread caller = Thread.currentThread();
    dispatch.tools.register(
        tool("reads")
            .readOnly(true)
            .handler(
                (args, ctx, meta) -> {
                  log.add(Thread.currentThread() == caller ? "reads" : "elsewhere");
                  return ToolOutput.text("reads");
                })
            .build());

    assertThat(runAll("p", "p", "reads", "reads", "p", "p")).hasSize(6);

    assertThat(log)
        .containsExactly("+p", "+p", "-p", "-p", "reads", "reads", "+p", "+p", "-p", "-p");
  }

  @Test
  void aCallAloneHasAThreadOfItsOwnToo() {
    AtomicInteger virtual = new AtomicInteger();
    register(
        "p",
        (args, ctx, meta) -> {
          virtual.addAndGet(Thread.currentThread().isVirtual() ? 1 : 0);
          return ToolOutput.text("p");
        });
    runAll("p");
    assertThat(virtual).hasValue(1);
    runAtMost(1, "p", "p");
    assertThat(virtual).as("a maximum of 1 is none at all").hasValue(1);
    assertThatThrownBy(() -> runAtMost(0, "p")).hasMessageContaining("$.maxParallel");
  }

  @Test
  void neverRunsMoreThanTheMaximum() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier three = new CyclicBarrier(3);
    register(
        "p",
        (args, ctx, meta) -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          three.await();
          running.decrementAndGet();
          return ToolOutput.text("p");
        });
    List<ToolCall> records = runAtMost(3, Collections.nCopies(51, "p").toArray(String[]::new));
    assertThat(records).hasSize(51).noneMatch(ToolCall::isError);
    assertThat(most).hasValue(3);
  }

  @Test
  void oneFailureIsThatCallsResult() {
    register("ok", (args, ctx, meta) -> ToolOutput.text("ok"));
    register("bad", (args, ctx, meta) -> raise(new IllegalStateException("bad")));
    assertThat(runAll("ok", "bad", "missing", "ok"))
        .extracting(ToolCall::isError)
        .containsExactly(false, true, true, false);
  }

  @Test
  void whatOneCallThrowsComesWhenTheOthersAreStored() {
    CountDownLatch thrown = new CountDownLatch(1);
    register(
        "ok",
        (args, ctx, meta) -> {
          thrown.await();
          return ToolOutput.text("ok");
        });
    register(
        "aborts",
        (args, ctx, meta) -> {
          thrown.countDown();
          throw new AbortException("stop");
        });
    assertThatThrownBy(() -> runAll("ok", "aborts", "ok", "aborts"))
        .isInstanceOf(AbortException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(dispatch.stored).hasSize(2).noneMatch(ToolCall::isError);
  }

  @Test
  void anAbortInterruptsWhatRunsAndStartsNothingMore() throws Exception {
    CountDownLatch running = new CountDownLatch(3);
    AtomicInteger started = new AtomicInteger();
    AtomicInteger interrupted = new AtomicInteger();
    register(
        "waits",
        (args, ctx, meta) -> {
          started.incrementAndGet();
          running.countDown();
          return hang(interrupted);
        });
    register(
        "sees",
        (args, ctx, meta) -> {
          started.incrementAndGet();
          running.countDown();
          CountDownLatch seen = new CountDownLatch(1);
          ctx.abortSignal().onAbort(reason -> seen.countDown());
          seen.await();
          return ToolOutput.text("saw it");
        });
    abortWhen(running, () -> dispatch.abort.abort("enough"));
    assertThatThrownBy(() -> runAtMost(3, "waits", "sees", "waits", "waits", "sees"))
        .isInstanceOf(AbortException.class)
        .hasMessage("aborted: enough");
    assertThat(started).hasValue(3);
    assertThat(interrupted).hasValue(2);
    assertThat(dispatch.stored).extracting(c -> c.providerId().get()).containsExactly("c1");
  }

  @Test
  void anAbortLeavesBehindWhatDoesNotListen() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    register(
        "deaf",
        (args, ctx, meta) -> {
          running.countDown();
          boolean interrupted = false;
          while (end.getCount() > 0) {
            try {
              end.await();
            } catch (InterruptedException e) {
              interrupted = true;
            }
          }
          ended.countDown();
          return ToolOutput.text("late " + interrupted);
        });
    abortWhen(running, () -> dispatch.abort.abort());
    assertThatThrownBy(() -> runAll("deaf", "deaf")).isInstanceOf(AbortException.class);
    end.countDown();
    ended.await();
    assertThat(dispatch.stored).isEmpty();
  }

  @Test
  void anInterruptReachesTheCalls() throws Exception {
    CountDownLatch running = new CountDownLatch(2);
    AtomicInteger interrupted = new AtomicInteger();
    register(
        "waits",
        (args, ctx, meta) -> {
          running.countDown();
          return hang(interrupted);
        });
    List<Object> thrown = Collections.synchronizedList(new ArrayList<>());
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    runAll("waits", "waits");
                  } catch (Throwable e) {
                    thrown.add(e);
                    thrown.add(Thread.currentThread().isInterrupted());
                  }
                });
    running.await();
    caller.interrupt();
    caller.join();
    assertThat(thrown).hasSize(2).contains(true);
    assertThat(thrown.getFirst())
        .matches(e -> AdkException.is((Throwable) e, AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR));
    assertThat(interrupted).hasValue(2);
    assertThat(dispatch.stored).isEmpty();
  }

  @Test
  void aCallThatCannotBeAnnouncedEndsTheRow() {
    AtomicInteger ran = new AtomicInteger();
    register(
        "ok",
        (args, ctx, meta) -> {
          ran.incrementAndGet();
          return ToolOutput.text("ok");
        });
    AtomicInteger announced = new AtomicInteger();
    DispatchExecutorHelpers helpers = dispatch.helpers();
    DispatchExecutorHelpers refusing =
        (DispatchExecutorHelpers)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DispatchExecutorHelpers.class},
                (proxy, method, args) -> {
                  boolean complete =
                      ((DispatchExecutorHelpers.ToolCallReport) args[1]).isComplete();
                  if (!complete && announced.incrementAndGet() == 2) {
                    throw new IllegalStateException("refused");
                  }
                  return method.invoke(helpers, args);
                });
    assertThatThrownBy(
            () ->
                ToolCallRunner.run(
                    dispatch.context(),
                    refusing,
                    asked("ok", "ok", "ok"),
                    ToolResultOptions.DEFAULT))
        .hasMessage("refused");
    assertThat(ran).hasValue(1);
    assertThat(dispatch.stored).hasSize(1);
  }

  @Test
  void warningsAndInstrumentationFollow() throws Exception {
    ThreadLocal<String> span = new ThreadLocal<>();
    dispatch.instrumentation =
        propagating(
            task -> {
              String here = span.get();
              return () -> {
                span.set(here);
                task.run();
              };
            });
    List<String> spans = Collections.synchronizedList(new ArrayList<>());
    List<String> warned = Collections.synchronizedList(new ArrayList<>());
    TokenCounters.register(failingCounter());
    register(
        "counts",
        (args, ctx, meta) -> {
          spans.add(String.valueOf(span.get()));
          Tokenizable.estimateTokens("abc", "parallel-test");
          return ToolOutput.text("ok");
        });
    span.set("parent");
    Subscription open = TokenWarnings.open(warning -> warned.add(warning.encoding()));
    try {
      assertThat(runAll("counts", "counts")).noneMatch(ToolCall::isError);
    } finally {
      open.close();
      span.remove();
    }
    assertThat(spans).containsExactly("parent", "parent");
    assertThat(warned).containsExactly("parallel-test", "parallel-test");
  }

  @Test
  void instrumentationRefusingOrDroppingATaskLeavesNobodyWaiting() {
    AtomicInteger ran = new AtomicInteger();
    register(
        "counts",
        (args, ctx, meta) -> {
          ran.incrementAndGet();
          return ToolOutput.text("ok");
        });
    AtomicInteger carried = new AtomicInteger();
    dispatch.instrumentation =
        propagating(
            task -> {
              if (carried.incrementAndGet() == 2) {
                throw new AssertionError("no span");
              }
              return task;
            });
    assertThatThrownBy(() -> runAll("counts", "counts")).hasMessage("no span");
    assertThat(ran).hasValue(0);

    dispatch.instrumentation = propagating(task -> () -> {});
    assertThatThrownBy(() -> runAll("counts", "counts"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("did not run a task");
  }

  private static Instrumentation propagating(UnaryOperator<Runnable> how) {
    return new Instrumentation() {
      @Override
      public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
          throws Exception {
        return invocation.proceed();
      }

      @Override
      public Runnable propagate(Runnable task) {
        return how.apply(task);
      }
    };
  }

  @Test
  void noCallsAreNoRecords() {
    assertThat(runAll()).isEmpty();
  }

  private static ToolOutput hang(AtomicInteger interrupted) throws InterruptedException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
      throw e;
    }
    return ToolOutput.text("never");
  }

  private static void abortWhen(CountDownLatch reached, Runnable abort) {
    CompletableFuture.runAsync(
        () -> {
          Failures.await(reached);
          abort.run();
        },
        Thread::startVirtualThread);
  }

  private List<ToolCall> runAll(String... tools) {
    return ToolCallRunner.run(
        dispatch.context(), dispatch.helpers(), asked(tools), ToolResultOptions.DEFAULT);
  }

  private List<ToolCall> runAtMost(int maximum, String... tools) {
    return ToolCallRunner.run(
        dispatch.context(), dispatch.helpers(), asked(tools), ToolResultOptions.DEFAULT, maximum);
  }

  private static List<ToolCallRequest> asked(String... tools) {
    List<ToolCallRequest> calls = new ArrayList<>();
    for (String tool : tools) {
      calls.add(new ToolCallRequest("c" + calls.size(), tool, null));
    }
    return calls;
  }

  private void register(String name, Tool.Handler handler) {
    dispatch.tools.register(tool(name).parallel(true).handler(handler).build());
  }

  private static Tool.Builder tool(String name) {
    return Tool.builder(name).description("d").inputSchema(ToolSchema.empty());
  }

  private static TokenCounter failingCounter() {
    return new TokenCounter() {
      @Override
      public String encoding() {
        return "parallel-test";
      }

      @Override
      public boolean exact() {
        return true;
      }

      @Override
      public int count(String text) {
        throw new IllegalStateException("no vocabulary");
      }
    };
  }
}
