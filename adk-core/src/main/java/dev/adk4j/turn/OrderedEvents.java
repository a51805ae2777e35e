package dev.adk4j.turn;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One stream, whose events are told in the order they were made, one after another. No lock is held
 * meanwhile: a listener may report, to this stream or another, and whatever waits for a stream
 * waits for its text only. What is reported while an earlier event is being told is told by the
 * thread that tells that one, right after it.
 */
abstract class OrderedEvents<E> {

  /** Guards the stream's state and the order of its events. */
  final ReentrantLock lock = new ReentrantLock();

  private final AtomicInteger untold = new AtomicInteger();
  private @Nullable Deque<E> waiting;

  /**
   * Takes the next event, under the lock.
   *
   * @return whether the caller has to {@link #tell} it, without the lock
   */
  final boolean take(E event) {
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

  /** Tells the event and what came meanwhile; a virtual machine error passes when all is told. */
  final void tell(E first, Consumer<? super E> listeners) {
    VirtualMachineError failure = null;
    E next = first;
    do {
      try {
        listeners.accept(next);
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
    lock.lock();
    try {
      return waiting == null ? null : waiting.poll();
    } finally {
      lock.unlock();
    }
  }
}
