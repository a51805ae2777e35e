package dev.adk4j.abort;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Aborts what listens to its {@link #signal()}. The first abort wins, later ones change nothing. Thread-safe. */
public final class AbortController {

  private static final Logger log = LoggerFactory.getLogger(AbortController.class);

  private final Signal signal = new Signal();

  public AbortSignal signal() {
    return signal;
  }

  public void abort() {
    abort(null);
  }

  /** Aborts with a reason that every listener is given. */
  public void abort(@Nullable Object reason) {
    signal.fire(reason);
  }

  private static final class Signal implements AbortSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private List<Registration> registrations = new ArrayList<>();
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
      Registration registration = new Registration(listener);
      lock.lock();
      try {
        if (!aborted) {
          registrations.add(registration);
          return () -> remove(registration);
        }
      } finally {
        lock.unlock();
      }
      // User code runs without the lock.
      registration.call(reason);
      return () -> {};
    }

    @Override
    public void throwIfAborted() {
      if (aborted) {
        throw new AbortException(reason);
      }
    }

    private void remove(Registration registration) {
      lock.lock();
      try {
        registrations.remove(registration);
      } finally {
        lock.unlock();
      }
    }

    private void fire(@Nullable Object why) {
      List<Registration> toCall;
      lock.lock();
      try {
        if (aborted) {
          return;
        }
        reason = why;
        aborted = true;
        toCall = registrations;
        registrations = new ArrayList<>();
      } finally {
        lock.unlock();
      }
      toCall.forEach(r -> r.call(why));
    }
  }

  /** Its own class so that one listener registered twice is two registrations. */
  private static final class Registration {

    private final Consumer<@Nullable Object> listener;

    private Registration(Consumer<@Nullable Object> listener) {
      this.listener = listener;
    }

    private void call(@Nullable Object reason) {
      try {
        listener.accept(reason);
      } catch (RuntimeException | LinkageError | AssertionError e) {
        log.error("An abort listener failed; the others are still called.", e);
      }
    }
  }
}
