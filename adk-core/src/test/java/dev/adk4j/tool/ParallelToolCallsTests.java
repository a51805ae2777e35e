package dev.adk4j.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.harness.FakeDispatch;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ParallelToolCallsTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void runsAtTheSameTimeAndStoresInOrder() throws Exception {
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
    assertThat(dispatch.reports().subList(0, 3))
        .extracting(FakeDispatch.Report::id)
        .containsExactlyElementsOf(records.stream().map(ToolCall::id).toList());
  }

  @Test
  void oneFailureIsThatCallsResult() throws Exception {
    register("ok", (args, ctx, meta) -> ToolOutput.text("ok"));
    register(
        "bad",
        (args, ctx, meta) -> {
          throw new IllegalStateException("bad");
        });
    assertThat(runAll("ok", "bad", "missing", "ok"))
        .extracting(ToolCall::isError)
        .containsExactly(false, true, true, false);
  }

  @Test
  void anAbortWaitsForTheOthersAndStoresNothing() {
    AtomicInteger finished = new AtomicInteger();
    CountDownLatch aborted = new CountDownLatch(1);
    register(
        "ok",
        (args, ctx, meta) -> {
          aborted.await();
          finished.incrementAndGet();
          return ToolOutput.text("ok");
        });
    register(
        "aborts",
        (args, ctx, meta) -> {
          aborted.countDown();
          throw new AbortException("stop");
        });
    assertThatThrownBy(() -> runAll("ok", "aborts", "ok")).isInstanceOf(AbortException.class);
    assertThat(finished).hasValue(2);
    assertThat(dispatch.stored).isEmpty();
  }

  @Test
  void anInterruptReachesTheCallsAndLeavesNoThreadBehind() throws Exception {
    CountDownLatch running = new CountDownLatch(2);
    AtomicInteger interrupted = new AtomicInteger();
    register(
        "waits",
        (args, ctx, meta) -> {
          running.countDown();
          try {
            new CountDownLatch(1).await(100, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
          }
          return ToolOutput.text("never");
        });
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    runAll("waits", "waits");
                  } catch (Throwable e) {
                    thrown.add(e);
                  }
                });
    running.await();
    caller.interrupt();
    caller.join();
    assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
    assertThat(interrupted).hasValue(2);
    assertThat(dispatch.stored).isEmpty();
  }

  @Test
  void warningsAndInstrumentationFollow() throws Exception {
    ThreadLocal<String> span = new ThreadLocal<>();
    dispatch.instrumentation =
        new Instrumentation() {
          @Override
          public <T extends @Nullable Object> T around(
              Operation operation, Invocation<T> invocation) throws Exception {
            return invocation.proceed();
          }

          @Override
          public Runnable propagate(Runnable task) {
            String here = span.get();
            return () -> {
              span.set(here);
              task.run();
            };
          }
        };
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
  void noCallsAreNoRecords() throws Exception {
    assertThat(runAll()).isEmpty();
  }

  private List<ToolCall> runAll(String... tools) throws InterruptedException {
    List<ToolCallRequest> calls = new ArrayList<>();
    for (String tool : tools) {
      calls.add(new ToolCallRequest("c" + calls.size(), tool, null));
    }
    return ToolCallRunner.runAll(dispatch.context(), dispatch.helpers(), calls);
  }

  private void register(String name, Tool.Handler handler) {
    dispatch.tools.register(
        Tool.builder(name)
            .description("d")
            .inputSchema(ToolSchema.empty())
            .handler(handler)
            .build());
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
