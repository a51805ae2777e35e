package dev.adk4j.abort;

import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.NoJsonForm;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts the listeners of its {@link #signal()}. The first abort wins, later ones change nothing.
 * Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AbortController {

  private static final Logger log = LoggerFactory.getLogger(AbortController.class);

  private final Signal signal = new Signal();

  public AbortSignal signal() {
    return signal;
  }

  public void abort() {
    abort(null);
  }

  /**
   * Aborts with a reason, passed to every listener on this thread, in the order of registration.
   */
  public void abort(@Nullable Object reason) {
    signal.fire(reason);
  }

  /**
   * Aborts this controller with the other's reason when the other signal fires, or immediately if
   * it has fired. Aborting this controller does not affect the other. Close the subscription when
   * this controller is no longer needed.
   */
  public Subscription follow(AbortSignal other) {
    return other.onAbort(this::abort);
  }

  /**
   * The listeners are a linked set, so that a signal with the listeners of 100,000 gates removes
   * each in constant time.
   */
  private static final class Signal implements AbortSignal {

    private final Mutex mutex = new Mutex();
    private final SequencedSet<Registration> listeners = new LinkedHashSet<>();
    private volatile boolean aborted;
    private volatile @Nullable Object reason;

    @Override
    public boolean aborted() {
      return aborted;
    }

    @Override
    public @Nullable Object reason() {
      return reason;
    }

    @Override
    public Subscription onAbort(Consumer<@Nullable Object> listener) {
      Registration registration =
          new Registration(this, Objects.requireNonNull(listener, "listener"));
      if (!mutex.get(() -> !aborted && listeners.add(registration))) {
        // Runs user code without the lock.
        registration.call(reason);
      }
      return registration;
    }

    @Override
    public void throwIfAborted() {
      if (aborted) {
        throw new AbortException(reason);
      }
    }

    private void fire(@Nullable Object why) {
      boolean first =
          mutex.get(
              () -> {
                boolean fires = !aborted;
                if (fires) {
                  reason = why;
                  aborted = true;
                }
                return fires;
              });
      if (!first) {
        return;
      }
      VirtualMachineError failure = null;
      for (Registration next = takeFirst(); next != null; next = takeFirst()) {
        try {
          next.call(why);
        } catch (VirtualMachineError e) {
          failure = failure == null ? e : failure;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }

    private @Nullable Registration takeFirst() {
      return mutex.get(() -> listeners.isEmpty() ? null : listeners.removeFirst());
    }
  }

  private static final class Registration implements Subscription {

    private final Signal signal;
    private final Consumer<@Nullable Object> listener;

    private Registration(Signal signal, Consumer<@Nullable Object> listener) {
      this.signal = signal;
      this.listener = listener;
    }

    @Override
    public void close() {
      signal.mutex.run(() -> signal.listeners.remove(this));
    }

    private void call(@Nullable Object reason) {
      try {
        listener.accept(reason);
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        log.error("An abort listener failed; the others are still called.", e);
      }
    }
  }
}
