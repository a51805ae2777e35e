package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.running;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.harness.Tape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Started turns, their handles, and listeners of one turn. */
class TurnStartTests {

  @Test
  void startedTurnRunsOnAVirtualThreadNamedAfterIt() throws Exception {
    AtomicReference<Thread> thread = new AtomicReference<>();
    TurnRunner runner = running(acking(ctx -> thread.set(Thread.currentThread())));
    TurnHandle handle = runner.start(raw());
    handle.join();
    assertThat(thread.get().isVirtual()).isTrue();
    assertThat(thread.get().getName()).isEqualTo("adk-turn-" + handle.turnId());
    assertThat(handle.isDone()).isTrue();
    assertThat(handle.completion()).isCompleted();
  }

  @Test
  void handleWaitsAbortsAndCannotBeCompletedByOthers() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicReference<Object> reason = new AtomicReference<>();
    TurnRunner runner =
        running(
            (ctx, helpers) -> {
              ctx.abortSignal()
                  .onAbort(
                      why -> {
                        reason.set(why);
                        release.countDown();
                      });
              inside.countDown();
              release.await();
            });
    Tape tape = Tape.of(runner);
    TurnHandle handle = runner.start(raw());
    inside.await();
    assertThat(handle.join(Duration.ofMillis(5))).isFalse();
    assertThat(handle.isDone()).isFalse();
    handle.completion().complete(null);
    assertThat(handle.isDone()).isFalse();

    handle.abort("enough");
    handle.abort("again");
    assertThat(handle.join(Duration.ofSeconds(30))).isTrue();
    assertThat(reason.get()).isEqualTo("enough");
    assertThat(tape.lines()).endsWith("dispatchEnd(aborted, iterations 0)", "turnEnd");
    assertThat(tape.turnIds()).containsExactly(handle.turnId());
  }

  @Test
  void aTurnOnTheCallersThreadHasAHandleAndTheTaskDecorator() {
    AtomicReference<Thread> thread = new AtomicReference<>();
    AtomicReference<TurnHandle> begun = new AtomicReference<>();
    AtomicInteger decorated = new AtomicInteger();
    TurnRunner runner =
        runner()
            .taskDecorator(
                task ->
                    () -> {
                      decorated.incrementAndGet();
                      task.run();
                    })
            .executor(
                (ctx, helpers) -> {
                  thread.set(Thread.currentThread());
                  assertThat(begun.get().isDone()).isFalse();
                  Thread other = new Thread(() -> begun.get().abort("enough"));
                  other.start();
                  other.join();
                  assertThat(ctx.aborted()).isTrue();
                })
            .build();
    Tape tape = Tape.of(runner);

    runner.turn(raw()).runHere(begun::set);

    assertThat(thread.get()).isSameAs(Thread.currentThread());
    assertThat(decorated).hasValue(1);
    assertThat(begun.get().completion()).isCompleted();
    assertThat(tape.lines()).endsWith("dispatchEnd(aborted, iterations 0)", "turnEnd");
    Thread.interrupted(); // the abort left it
  }

  @Test
  void aDecoratorThatRunsNoTurnIsReported() {
    TurnRunner runner =
        runner().taskDecorator(task -> () -> {}).executor(acking(ctx -> {})).build();

    assertThatThrownBy(() -> runner.turn(raw()).runHere(handle -> {}))
        .hasMessageContaining("did not run the turn");
  }

  @Test
  void theTaskDecoratorWrapsOnTheStartingThreadAndRunsOnTheTurns() throws Exception {
    ThreadLocal<String> bound = new ThreadLocal<>();
    AtomicReference<String> seen = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .taskDecorator(
                task -> {
                  String value = bound.get();
                  return () -> {
                    bound.set(value);
                    task.run();
                  };
                })
            .executor(acking(ctx -> seen.set(bound.get())))
            .build();
    bound.set("carried");
    runner.start(raw()).join();
    assertThat(seen.get()).isEqualTo("carried");
  }

  @Test
  void refusedTaskIsThrownToTheStarter() {
    TurnRunner runner =
        runner().startExecutor(task -> raise(new RejectedExecutionException("full"))).build();
    Tape tape = Tape.of(runner);
    assertThatThrownBy(() -> runner.start(raw())).hasMessage("full");
    assertThat(tape.lines()).isEmpty();
  }

  @Test
  void listenersOfOneTurnHearThatTurnOnlyAndAreGoneAfterItsEnd() {
    TurnRunner runner =
        running(
            (ctx, helpers) -> {
              helpers.reportMessage("m", "x", true);
              ctx.ack();
            });
    List<String> heard = new ArrayList<>();
    runner.observe(TurnEvent.TURN_END, e -> heard.add("runner hears the end"));
    TurnCall call =
        runner
            .turn(raw())
            .on(TurnEvent.MESSAGE, m -> heard.add(m.aDelta()))
            .observe(TurnEvent.TURN_START, e -> heard.add("start"))
            .observe(TurnEvent.TURN_END, e -> heard.add("end"))
            .inspect(ctx -> heard.add("inspected " + ctx.turnMessages().size()))
            .inspect(ctx -> raise(new IllegalStateException("inspector")));
    runner.run(raw());
    call.run();
    runner.run(raw());

    assertThat(heard)
        .containsExactly(
            "runner hears the end",
            "start",
            "x",
            "inspected 0",
            "runner hears the end",
            "end",
            "runner hears the end");
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("turn(raw)");
    assertThatThrownBy(call::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void lateEventsOfOtherThreadsAreRefusedAndReachNoListener() {
    List<String> heard = new ArrayList<>();
    AtomicReference<dev.adk4j.loop.TurnContext> kept = new AtomicReference<>();
    TurnRunner runner = runner().build();
    runner.on(TurnEvent.MESSAGE, m -> heard.add(m.aDelta()));
    runner.turn(raw()).on(TurnEvent.MESSAGE, m -> heard.add(m.aDelta())).inspect(kept::set).run();
    dev.adk4j.event.TurnStreamableContent late =
        dev.adk4j.event.TurnStreamableContent.of(
            "m", "late", "late", true, dev.adk4j.harness.Engine.NOW, dev.adk4j.harness.Engine.NOW);
    assertThatThrownBy(() -> kept.get().emitMessage(late))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended");
    assertThat(heard).isEmpty();
  }

  @Test
  void callRejectedByItsExecutorRunsAgain() throws Exception {
    List<Runnable> accepted = new ArrayList<>();
    AtomicReference<RejectedExecutionException> full =
        new AtomicReference<>(new RejectedExecutionException("full"));
    TurnRunner runner =
        runner()
            .startExecutor(
                task -> {
                  if (full.get() != null) {
                    throw full.get();
                  }
                  accepted.add(task);
                })
            .build();
    List<String> ended = new ArrayList<>();
    TurnCall call = runner.turn(raw()).observe(TurnEvent.TURN_END, e -> ended.add(e.turnId()));
    assertThatThrownBy(call::start).hasMessage("full");
    assertThatThrownBy(call::start).hasMessage("full");
    full.set(null);
    TurnHandle handle = call.start();
    accepted.forEach(Runnable::run);
    handle.join();
    assertThat(ended).containsExactly(handle.turnId());
    assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void decoratorsDroppingOrRepeatingTheirTaskLeaveNobodyWaiting() throws Exception {
    TurnHandle dropped = runner().taskDecorator(task -> () -> {}).build().start(raw());
    assertThatThrownBy(dropped::join)
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("The task decorator's task did not run the turn.");
    TurnRunner failing =
        runner()
            .taskDecorator(task -> () -> raise(new AssertionError("decorator")))
            .startExecutor(
                task -> {
                  try {
                    task.run();
                  } catch (AssertionError e) {
                    assertThat(e).hasMessage("decorator");
                  }
                })
            .build();
    assertThatThrownBy(failing.start(raw())::join).hasMessage("decorator");
    List<String> ends = new java.util.concurrent.CopyOnWriteArrayList<>();
    TurnRunner twice =
        runner()
            .taskDecorator(
                task ->
                    () -> {
                      task.run();
                      try {
                        task.run();
                      } catch (IllegalStateException e) {
                        ends.add("refused");
                      }
                    })
            .build();
    twice.observe(TurnEvent.TURN_END, e -> ends.add("turnEnd"));
    twice.start(raw()).join();
    org.awaitility.Awaitility.await().until(() -> ends.size() == 2);
    assertThat(ends).containsExactly("turnEnd", "refused");
  }

  @Test
  void inspectorsSeeTheContextOfFailedTurnsToo() {
    List<String> seen = new ArrayList<>();
    runner()
        .turnInputPipeline(
            List.of(
                (ctx, next) -> {
                  ctx.turnMessages().add(message("m"));
                  throw new IllegalStateException();
                }))
        .build()
        .turn(raw())
        .inspect(ctx -> ctx.turnMessages().forEach(m -> seen.add(m.id())))
        .run();
    assertThat(seen).containsExactly("m");
  }

  @Test
  void runnerRemovesListenersAndCallsOnceListenersOnce() {
    TurnRunner runner = runner().build();
    AtomicInteger calls = new AtomicInteger();
    EventListener<Object> listener = e -> calls.incrementAndGet();
    runner.observe(TurnEvent.TURN_START, listener);
    runner.observe(TurnEvent.TURN_START, listener);
    runner.observeOnce(TurnEvent.TURN_END, listener);
    Subscription subscription = runner.observe(TurnEvent.DISPATCH_START, listener);
    runner.run(raw());
    assertThat(calls).hasValue(4);

    runner.unobserve(TurnEvent.TURN_START, listener);
    subscription.close();
    runner.run(raw());
    assertThat(calls).hasValue(4);

    runner.on(TurnEvent.MESSAGE, listener);
    runner.once(TurnEvent.MESSAGE, listener);
    runner.off(TurnEvent.MESSAGE, listener);
  }
}
