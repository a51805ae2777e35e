package dev.adk4j.turn;

import dev.adk4j.event.EventKey;
import dev.adk4j.internal.Mutex;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Emits the events of one stream in the order they were made, one after another. No lock is held
 * during emission: a listener may report to this stream or another, and code that waits for a
 * stream waits for its text only. An event that is reported while an earlier one is being emitted
 * is emitted by the same thread, right after the earlier one.
 */
abstract class OrderedEvents<E> {

  /** Guards the stream's state and the order of its events. */
  final Mutex mutex = new Mutex();

  final DefaultDispatchContext ctx;
  private final EventKey<E> key;
  private final AtomicInteger untold = new AtomicInteger();
  private @Nullable Deque<E> waiting;

  /**
   * @param key of the events
   */
  OrderedEvents(DefaultDispatchContext ctx, EventKey<E> key) {
    this.ctx = ctx;
    this.key = key;
  }

  /**
   * Makes the next event under the lock, and emits it without the lock.
   *
   * @param step returns null if there is nothing to emit
   */
  final void next(Supplier<@Nullable E> step) {
    E first;
    // without a supplier around the supplier: this runs for each piece of a text
    mutex.lock();
    try {
      E event = step.get();
      first = event != null && take(event) ? event : null;
    } finally {
      mutex.unlock();
    }
    if (first != null) {
      tell(first);
    }
  }

  /** Returns true if this thread must emit the event. */
  private boolean take(E event) {
    if (untold.getAndIncrement() == 0) {
      return true;
    }
    Deque<E> others = waiting;
    if (others == null) {
      others = new ArrayDeque<>();
      waiting = others;
    }
    others.add(event);
    return false;
  }

  /**
   * Emits the event and those that arrived meanwhile. A virtual machine error is thrown after all
   * are emitted.
   */
  private void tell(E first) {
    VirtualMachineError failure = null;
    E next = first;
    do {
      try {
        ctx.tell(key, next);
      } catch (VirtualMachineError e) {
        failure = failure == null ? e : failure;
      }
      next = untold.decrementAndGet() == 0 ? null : waiting();
    } while (next != null);
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable E waiting() {
    return mutex.get(() -> waiting == null ? null : waiting.poll());
  }
}
