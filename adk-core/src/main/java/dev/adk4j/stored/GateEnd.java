package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.FatalErrors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a gate, for which one thread may wait. The first settlement wins and is announced
 * once: by the thread that settled the gate, or by the waiter if the gate was settled while its
 * opening was still being announced. So no listener receives the end before the beginning.
 */
final class GateEnd {

  private static final Logger log = LoggerFactory.getLogger(GateEnd.class);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final InstantSource clock;
  private final AtomicReference<@Nullable Settlement> settlement = new AtomicReference<>();
  private final AtomicBoolean announced = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private List<Subscription> causes = List.of();
  private @Nullable Waiting waiting;
  private volatile boolean opened; // written after, and read before, the two fields above
  private volatile boolean left;

  GateEnd(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * End of a gate.
   *
   * @param error null exactly when the gate was resolved
   * @param decision the recorded decision; null if the turn ended the gate
   * @param delivered true if the store has recorded that the waiter has the decision
   */
  record Settlement(
      @Nullable Object value,
      @Nullable Throwable error,
      Instant at,
      GateReceipt.@Nullable Accepted decision,
      boolean delivered) {}

  private record Waiting(TurnGate gate, GateListener listener) {}

  boolean isSettled() {
    return settlement.get() != null;
  }

  /** Returns the settlement; null if the gate is not settled. */
  @Nullable Settlement settlement() {
    return settlement.get();
  }

  /** Resumes the waiter with an error that is no decision, unless it was resumed before. */
  void fail(Throwable error) {
    settle(null, error, null, false);
  }

  /** Resumes the waiter, unless it was resumed before. */
  void settle(
      @Nullable Object value,
      @Nullable Throwable error,
      GateReceipt.@Nullable Accepted decision,
      boolean delivered) {
    if (isSettled()) {
      return;
    }
    VirtualMachineError fatal = null;
    Instant now;
    try {
      now = clock.instant();
    } catch (VirtualMachineError e) {
      fatal = e; // rethrown when the waiter has resumed
      now = Instant.now();
    }
    Settlement end = new Settlement(value, error, now, decision, delivered);
    if (settlement.compareAndSet(null, end) && opened) {
      announce();
    }
    if (fatal != null) {
      throw fatal;
    }
  }

  /**
   * Announces the gate and waits until its end was announced, whichever thread settled it. An
   * interrupt settles the gate.
   *
   * @param patience null to wait without a limit
   * @param causing subscribes to the events that settle the gate
   * @param interrupted returns the error of a waiter that was interrupted
   * @throws Left if the gate was not settled in time
   */
  void await(
      TurnGate gate,
      GateListener listener,
      @Nullable Duration patience,
      Supplier<List<Subscription>> causing,
      Function<InterruptedException, Throwable> interrupted) {
    waiting = new Waiting(gate, listener);
    try {
      tell(gate.id(), () -> listener.opened(gate));
      if (!isSettled()) {
        causes = causing.get();
      }
    } catch (VirtualMachineError e) {
      fail(e); // no thread is left to wait for it
    }
    opened = true;
    if (isSettled()) {
      announce();
    }
    if (!closes(patience, interrupted)) {
      left = true;
      causes.forEach(Subscription::close);
      throw new Left();
    }
  }

  private boolean closes(
      @Nullable Duration patience, Function<InterruptedException, Throwable> error) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (patience != null
              && !closed.await(patience.toNanos(), TimeUnit.NANOSECONDS)
              && !isSettled()) {
            return false;
          }
          closed.await();
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
          fail(error.apply(e));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void announce() {
    if (!announced.compareAndSet(false, true)) {
      return;
    }
    try {
      causes.forEach(Subscription::close);
      Waiting told = Objects.requireNonNull(waiting);
      if (!left) {
        Settlement end = Objects.requireNonNull(settlement.get());
        tell(told.listener, told.gate.id(), GateState.of(end.error), end.at);
      }
    } finally {
      closed.countDown();
    }
  }

  /** Notifies a listener of the end of a gate. */
  static void tell(GateListener listener, String id, GateState result, Instant at) {
    tell(id, () -> listener.closed(id, result, at));
  }

  private static void tell(String id, Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("The listener of gate {} failed; the gate goes on.", id, e);
    }
  }

  /** Runs the action on its own thread, since it calls listeners, which may block. */
  static Subscription after(Duration delay, Runnable action) {
    CompletableFuture<@Nullable Void> timer = new CompletableFuture<>();
    long millis = delay.compareTo(LONGEST) < 0 ? Math.max(1, delay.toMillis()) : LONGEST.toMillis();
    timer
        .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
        .thenRunAsync(action, task -> Thread.ofVirtual().name("adk-gate-timeout").start(task));
    return () -> timer.cancel(false);
  }

  /** Signals that the gate is open and no thread waits for it any more. */
  static final class Left extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Left() {
      super("left open", null, false, false);
    }
  }
}
