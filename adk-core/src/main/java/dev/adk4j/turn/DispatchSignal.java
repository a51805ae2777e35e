package dev.adk4j.turn;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.Mutex;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one signal of a dispatch: the first {@code ack} or {@code nack} counts, every later one is
 * refused.
 */
final class DispatchSignal {

  private static final Logger log = LoggerFactory.getLogger(DispatchSignal.class);

  private final Mutex mutex = new Mutex();
  private @Nullable List<Handler> handlers;
  private @Nullable CountDownLatch handled;
  private volatile State state = State.NONE;

  void ack() {
    List<Handler> toCall = signal(State.ACKED);
    VirtualMachineError failure = null;
    for (Handler handler : toCall) {
      try {
        handler.call();
      } catch (VirtualMachineError e) {
        failure = failure == null ? e : failure;
      }
    }
    CountDownLatch done = handled;
    if (done != null) {
      done.countDown();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Waits until the handlers of an ack on another thread have returned, since their writes belong
   * to the dispatch. An abort, or an interrupt, ends the wait.
   */
  void awaitHandlers(AbortSignal signal) {
    if (!isSignalled()) {
      return;
    }
    CountDownLatch done = handled;
    if (done == null || done.getCount() == 0) {
      return;
    }
    try (Subscription abort = signal.onAbort(reason -> done.countDown())) {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void nack(@Nullable Throwable error) {
    signal(new State("nack", error == null ? refused() : error));
  }

  /** Takes an ack back: the dispatch continues, and may be signalled again. */
  void reopen() {
    mutex.run(
        () -> {
          handled = null;
          state = State.NONE;
        });
  }

  boolean isSignalled() {
    return state != State.NONE;
  }

  boolean isAcked() {
    return state == State.ACKED;
  }

  @Nullable Throwable nackError() {
    return state.error;
  }

  Subscription onAck(Runnable action) {
    Handler handler = new Handler(Objects.requireNonNull(action, "handler"));
    mutex.run(
        () -> {
          if (!isSignalled()) {
            handlers = handlers == null ? new ArrayList<>(2) : handlers;
            handlers.add(handler);
          }
        });
    return () -> remove(handler);
  }

  private List<Handler> signal(State next) {
    return mutex.get(
        () -> {
          if (isSignalled()) {
            throw AdkException.of(AdkErrorCode.E_LLM_EXECUTION_ALREADY_SIGNALLED)
                .message(
                    "The dispatch was already signalled with "
                        + state.name
                        + "(), so "
                        + next.name
                        + "() changes nothing.")
                .args(state.name)
                .build();
          }
          List<Handler> taken = handlers == null ? List.of() : handlers;
          handlers = null;
          if (next == State.ACKED && !taken.isEmpty()) {
            handled = new CountDownLatch(1);
          }
          state = next; // published last: a thread that sees the ack also sees its handlers called
          return taken;
        });
  }

  private void remove(Handler handler) {
    handler.closed = true;
    mutex.run(
        () -> {
          if (handlers != null) {
            handlers.remove(handler);
          }
        });
  }

  private static AdkException refused() {
    return new AdkException(
        AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR,
        "The dispatch was refused with nack() and no error was given.");
  }

  private record State(String name, @Nullable Throwable error) {
    private static final State NONE = new State("none", null);
    private static final State ACKED = new State("ack", null);
  }

  private static final class Handler {

    private final Runnable action;
    private volatile boolean closed;

    private Handler(Runnable action) {
      this.action = action;
    }

    private void call() {
      if (closed) {
        return;
      }
      try {
        action.run();
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        log.error(
            "An onAck handler failed; the dispatch stays acknowledged and the others are still called.",
            e);
      }
    }
  }
}
