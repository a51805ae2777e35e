package dev.adk4j.stored;

import static dev.adk4j.harness.Engine.NOW;
import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.ValidationException;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.harness.AtOnce;
import dev.adk4j.harness.Failures;
import dev.adk4j.harness.Hearing;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TurnGatesTests {

  private final AbortController turn = new AbortController();
  private final BlockingQueue<TurnGate> opened = new LinkedBlockingQueue<>();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private Consumer<TurnGate> onOpen = gate -> {};
  private final TurnGates gates =
      gates(
          "turn-1",
          turn.signal(),
          () -> NOW,
          new GateListener() {
            @Override
            public void opened(TurnGate gate) {
              told.add("open " + gate.id());
              onOpen.accept(gate);
              told.add("opened " + gate.id());
              opened.add(gate); // last: who takes it looks at what was told
            }

            @Override
            public void closed(String gateId, GateState result, Instant settledAt) {
              told.add(result.wire() + " " + gateId);
              assertThat(settledAt).isEqualTo(NOW);
            }
          });

  private TurnGates gates(GateListener listener) {
    return gates("t", turn.signal(), () -> NOW, listener);
  }

  private static TurnGates gates(
      String turnId, AbortSignal signal, InstantSource clock, GateListener listener) {
    return new TurnGates(
        turnId, signal, clock, listener, Scope.DEFAULT, GateService.of(TurnStore.inMemory()));
  }

  @Test
  void resumesWithTheValueOfAnotherThread() throws Exception {
    CompletableFuture<Object> waiter = waitFor(GateRequest.of("g", "tool_approval", List.of("rm")));
    TurnGate gate = opened.take();

    assertThat(gate.id()).isEqualTo("g");
    assertThat(gate.turnId()).isEqualTo("turn-1");
    assertThat(gate.reason()).isEqualTo("tool_approval");
    assertThat(gate.payload()).isEqualTo(List.of("rm"));
    assertThat(gate.createdAt()).isEqualTo(NOW);
    assertThat(gate.isSettled()).isFalse();

    gate.resolve("yes");
    gate.resolve("no");
    gate.reject(new IllegalStateException());
    gate.abort();
    turn.abort();

    assertThat(waiter.get()).isEqualTo("yes");
    assertThat(gate.isSettled()).isTrue();
    assertThat(told).containsExactly("open g", "opened g", "resolved g");
  }

  @Test
  void letsListenersSettleWhileTheGateOpens() throws Exception {
    onOpen = gate -> gate.resolve(42);

    assertThat(gates.waitFor(GateRequest.of("g", "r", null))).isEqualTo(42);
    assertThat(told).containsExactly("open g", "opened g", "resolved g");
  }

  @Test
  void keepsGateOpenAfterInvalidValue() throws Exception {
    CompletableFuture<Object> waiter =
        start(
            () ->
                gates.waitFor(
                    GateRequest.of("g", "r", null)
                        .schema(value -> Integer.parseInt(String.valueOf(value)))));
    TurnGate gate = opened.take();

    assertFails(AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION, () -> gate.resolve("many"))
        .hasCauseInstanceOf(NumberFormatException.class)
        .hasMessageContaining("'g'")
        .hasMessageContaining("still open");
    assertThat(gate.isSettled()).isFalse();
    assertThat(told).containsExactly("open g", "opened g");

    gate.resolve("7");
    gate.resolve("not a number, but nobody asks any more");

    assertThat(waiter.get()).isEqualTo(7);
  }

  @Test
  void rejectThrowsTheSameInstance() {
    Exception checked = new Exception("no");
    onOpen = gate -> gate.reject(checked);
    assertThat(catchThrowable(() -> gates.waitFor(GateRequest.of("g", "r", null))))
        .isSameAs(checked);
    assertThat(told).endsWith("rejected g");

    Throwable bare = new Throwable("neither");
    onOpen = gate -> gate.reject(bare);
    assertThat(catchThrowable(() -> gates.waitFor(GateRequest.of("g", "r", null)))).isSameAs(bare);
  }

  @Test
  void classifiesResultByException() {
    onOpen = gate -> gate.reject(new AdkException(AdkErrorCode.E_TURN_GATE_TIMEOUT, "I say so"));
    assertThatThrownBy(() -> gates.waitFor(GateRequest.of("g", "r", null))).hasMessage("I say so");
    assertThat(told).endsWith("timeout g");
  }

  @Test
  void refusesToRejectWithNull() throws Exception {
    CompletableFuture<Object> waiter = waitFor(GateRequest.of("g", "r", null));
    TurnGate gate = opened.take();

    assertFails(AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION, () -> gate.reject(null));
    assertThat(gate.isSettled()).isFalse();

    gate.resolve(null);
    assertThat(waiter.get()).isNull();
  }

  @Test
  void abortCancelsThisGateOnly() throws Exception {
    CompletableFuture<Object> first = waitFor(GateRequest.of("a", "r", null));
    TurnGate gateA = opened.take();
    CompletableFuture<Object> second = waitFor(GateRequest.of("b", "r", null));
    TurnGate gateB = opened.take();

    gateA.abort();
    assertCode(first, AdkErrorCode.E_TURN_GATE_ABORTED);
    assertThat(gateB.isSettled()).isFalse();
    assertThat(turn.signal().aborted()).isFalse();

    gateB.resolve(1);
    assertThat(second.get()).isEqualTo(1);
  }

  @Test
  void abortOfTheTurnSettlesEveryOpenGate() throws Exception {
    IllegalStateException reason = new IllegalStateException("user left");
    CompletableFuture<Object> first = waitFor(GateRequest.of("a", "r", null));
    CompletableFuture<Object> second = waitFor(GateRequest.of("b", "r", null));
    opened.take();
    opened.take();

    turn.abort(reason);

    assertThat(assertCode(first, AdkErrorCode.E_TURN_GATE_ABORTED)).hasCause(reason);
    assertCode(second, AdkErrorCode.E_TURN_GATE_ABORTED);
    assertThat(told).contains("aborted a", "aborted b");
  }

  @Test
  void abortedTurnOpensAndClosesGates() throws Exception {
    turn.abort();

    assertFails(
        AdkErrorCode.E_TURN_GATE_ABORTED, () -> gates.waitFor(GateRequest.of("g", "r", null)));
    assertThat(told).containsExactly("open g", "opened g", "aborted g");

    onOpen = gate -> gate.resolve("still");
    assertThat(gates.waitFor(GateRequest.of("h", "r", null))).isEqualTo("still");
  }

  @Test
  void timeoutEndsTheWait() throws Exception {
    Throwable thrown =
        catchThrowable(
            () -> gates.waitFor(GateRequest.of("g", "r", null).timeout(Duration.ofMillis(1))));

    assertThat(thrown)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_TURN_GATE_TIMEOUT))
        .hasMessageContaining("1 ms");
    opened.take().resolve("too late");
    assertThat(told).containsExactly("open g", "opened g", "timeout g");
  }

  @Test
  void ignoresFailingListeners() throws Exception {
    for (Error failure : List.of(new AssertionError("x"), new StackOverflowError())) {
      TurnGates told =
          gates(
              new Hearing(
                  gate -> {
                    Thread.startVirtualThread(() -> gate.resolve("yes"));
                    throw failure;
                  },
                  result -> {
                    throw failure;
                  }));
      assertThat(told.<Object>waitFor(GateRequest.of("g", "r", null))).isEqualTo("yes");
    }
  }

  @Test
  void settlesWithAFailingClock() throws Exception {
    for (Error failure : List.of(new AssertionError("x"), new OutOfMemoryError("x"))) {
      java.util.concurrent.atomic.AtomicInteger asked =
          new java.util.concurrent.atomic.AtomicInteger();
      TurnGates broken =
          gates(
              "t",
              turn.signal(),
              () -> {
                if (asked.getAndIncrement() > 0) {
                  throw failure;
                }
                return NOW;
              },
              new Hearing(gate -> {}, result -> {}));
      assertThatThrownBy(
              () -> broken.waitFor(GateRequest.of("g", "r", null).timeout(Duration.ofMillis(1))))
          .hasMessageContaining("1 ms");
    }
  }

  @Test
  void blockedListenerDelaysNoOtherTimeout() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    TurnGates blocking = gates(new Hearing(gate -> {}, result -> Failures.await(release)));
    CompletableFuture<Object> held =
        start(
            () ->
                blocking.waitFor(GateRequest.of("held", "r", null).timeout(Duration.ofMillis(1))));

    assertThatThrownBy(
            () -> gates.waitFor(GateRequest.of("g", "r", null).timeout(Duration.ofMillis(20))))
        .hasMessageContaining("20 ms");
    assertThat(held).isNotDone();
    release.countDown();
    assertCode(held, AdkErrorCode.E_TURN_GATE_TIMEOUT);
  }

  @Test
  void interruptAbortsTheGateAndIsKept() throws Exception {
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread waiter =
        Thread.startVirtualThread(
            () -> {
              Throwable thrown =
                  catchThrowable(() -> gates.waitFor(GateRequest.of("g", "r", null)));
              flag.complete(
                  Thread.interrupted()
                      && AdkException.is(thrown, AdkErrorCode.E_TURN_GATE_ABORTED));
            });
    opened.take();
    waiter.interrupt();

    assertThat(flag.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(told).containsExactly("open g", "opened g", "aborted g");
  }

  @Test
  void reportsAllViolationsOfARequest() {
    AdkException e =
        failure(
            AdkErrorCode.E_INVALID_INITIAL_TURN_GATE_VALUE,
            () -> gates.waitFor(GateRequest.of("", "", null).timeout(Duration.ofNanos(1_500_000))));
    assertThat(((ValidationException) e.getCause()).violations())
        .extracting("path")
        .containsExactly("$.id", "$.reason", "$.timeout");
    for (Duration timeout : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofNanos(999))) {
      assertThatThrownBy(() -> gates.waitFor(GateRequest.of("g", "r", null).timeout(timeout)))
          .hasMessageContaining("$.timeout");
    }
    assertThatThrownBy(() -> gates.waitFor((GateRequest<Object>) null))
        .isInstanceOf(AdkException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void acceptsTheLongestTimeout() throws Exception {
    onOpen = gate -> {};
    CompletableFuture<Object> waiter =
        waitFor(GateRequest.of("g", "r", null).timeout(Duration.ofSeconds(Long.MAX_VALUE)));
    opened.take().resolve("ok");
    assertThat(waiter.get()).isEqualTo("ok");
  }

  @Test
  void endsOnceWhenSettledWhileOpening() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      AtomicInteger ends = new AtomicInteger();
      CountDownLatch settling = new CountDownLatch(1);
      TurnGates racy =
          gates(
              new Hearing(
                  gate -> {
                    Thread.startVirtualThread(
                        () -> {
                          settling.countDown();
                          gate.resolve("r");
                        });
                    while (settling.getCount() > 0) {
                      Thread.yield();
                    }
                  },
                  result -> ends.incrementAndGet()));
      assertThat(racy.waitFor(GateRequest.of("g", "r", null))).isEqualTo("r");
      assertThat(ends).hasValue(1);
    }
  }

  @Test
  void racingSettlementsHaveOneWinner() throws Exception {
    for (int round = 0; round < 300; round++) {
      AbortController racing = new AbortController();
      AtomicInteger ends = new AtomicInteger();
      BlockingQueue<TurnGate> gates = new LinkedBlockingQueue<>();
      List<GateState> results = new CopyOnWriteArrayList<>();
      TurnGates racy =
          gates(
              "t",
              racing.signal(),
              () -> NOW,
              new Hearing(
                  gate -> gates.add(gate),
                  result -> {
                    ends.incrementAndGet();
                    results.add(result);
                  }));
      CompletableFuture<Object> waiter =
          start(() -> racy.waitFor(GateRequest.of("g", "r", null).timeout(Duration.ofMillis(1))));
      TurnGate gate = gates.take();
      AtOnce.run(
          () -> gate.resolve("r"),
          () -> gate.reject(new Exception("x")),
          gate::abort,
          racing::abort);
      Object outcome =
          waiter
              .handle((value, error) -> error == null ? value : error.getCause())
              .get(60, TimeUnit.SECONDS);
      assertThat(ends).hasValue(1);
      GateState expected =
          switch (outcome) {
            case AdkException e when AdkException.is(e, AdkErrorCode.E_TURN_GATE_TIMEOUT) ->
                GateState.TIMEOUT;
            case AdkException e -> GateState.ABORTED;
            case Exception e -> GateState.REJECTED;
            default -> GateState.RESOLVED;
          };
      assertThat(results).containsExactly(expected);
    }
  }

  private CompletableFuture<Object> waitFor(GateRequest<Object> request) {
    return start(() -> gates.waitFor(request));
  }

  private static CompletableFuture<Object> start(Callable<Object> action) {
    CompletableFuture<Object> done = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            done.complete(action.call());
          } catch (Throwable e) {
            done.completeExceptionally(new ExecutionException(e));
          }
        });
    return done;
  }

  private static AdkException assertCode(CompletableFuture<Object> waiter, ErrorCode code)
      throws Exception {
    Throwable thrown = waiter.handle((value, error) -> error.getCause()).get(60, TimeUnit.SECONDS);
    assertThat(thrown).matches(e -> AdkException.is(e, code));
    return (AdkException) thrown;
  }
}
