package dev.adk4j.test.gate;

import dev.adk4j.abort.AbortController;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnGates;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Thread that waits for a gate like a turn.
 *
 * @since 0.1.0
 */
public final class GateWaiter<T extends @Nullable Object> {

  private static final long PATIENCE_SECONDS = 120;

  private final CompletableFuture<TurnGate> opened = new CompletableFuture<>();
  private final CompletableFuture<GateState> closed = new CompletableFuture<>();
  private final CompletableFuture<T> value = new CompletableFuture<>();
  private final AtomicReference<@Nullable GateReceipt> receipt = new AtomicReference<>();
  private final AbortController turn = new AbortController();
  private final String turnId = Ids.next();
  private volatile long resumedNanos;

  private GateWaiter() {}

  /** Starts a thread that waits for a gate. */
  public static <T extends @Nullable Object> GateWaiter<T> start(
      GateService service, Scope scope, GateRequest<T> request) {
    return start(service, scope, request, InstantSource.system());
  }

  /** Starts a thread that waits for a gate, with the clock of the process. */
  public static <T extends @Nullable Object> GateWaiter<T> start(
      GateService service, Scope scope, GateRequest<T> request, InstantSource clock) {
    GateWaiter<T> waiter = new GateWaiter<>();
    TurnGates gates =
        new TurnGates(
            waiter.turnId, waiter.turn.signal(), clock, waiter.listener(), scope, service);
    Thread.ofVirtual().start(() -> waiter.run(gates, request));
    return waiter;
  }

  private void run(TurnGates gates, GateRequest<T> request) {
    try {
      T got = gates.waitFor(request.onDecision(receipt::set));
      resumedNanos = System.nanoTime();
      value.complete(got);
    } catch (Throwable e) {
      opened.completeExceptionally(e);
      value.completeExceptionally(e);
    }
  }

  private GateListener listener() {
    return new GateListener() {
      @Override
      public void opened(TurnGate gate) {
        opened.complete(gate);
      }

      @Override
      public void closed(String gateId, GateState result, Instant settledAt) {
        closed.complete(result);
      }
    };
  }

  public String turnId() {
    return turnId;
  }

  /** Waits until the gate is open and returns it. */
  public TurnGate gate() throws Exception {
    return get(opened);
  }

  /** Waits until the gate is open and returns its reference in the store. */
  public String ref() throws Exception {
    return gate().ref().orElseThrow();
  }

  /** Waits for the value. Rethrows the waiter's exception. */
  public T value() throws Exception {
    return get(value);
  }

  /** Waits for the result of the gate. */
  public GateState result() throws Exception {
    return get(closed);
  }

  /** Waits for the value and returns the receipt of the decision. */
  public GateReceipt receipt() throws Exception {
    value();
    return java.util.Objects.requireNonNull(receipt.get());
  }

  /** Waits for the value and returns the time of its arrival as {@link System#nanoTime()}. */
  public long resumedNanos() throws Exception {
    value();
    return resumedNanos;
  }

  public boolean isWaiting() {
    return !value.isDone();
  }

  /** Aborts the turn. */
  public void abort() {
    turn.abort();
  }

  private static <V extends @Nullable Object> V get(CompletableFuture<V> future) throws Exception {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      throw new AssertionError("nothing within " + PATIENCE_SECONDS + " seconds", e);
    }
  }
}
