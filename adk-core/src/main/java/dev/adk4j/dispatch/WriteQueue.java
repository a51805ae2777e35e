package dev.adk4j.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The writes of an iteration. A write's local effect and its place in the queue are one step, so
 * that the Sets of concurrent tools end up in the order in which storage gets the records.
 */
final class WriteQueue {

  /** What happens to a write that comes now. */
  private enum State {
    /** No loop runs that would flush it. */
    AT_ONCE,
    QUEUED,
    ENDED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private State state = State.AT_ONCE;
  private List<Write> writes = new ArrayList<>(4);

  /**
   * Runs the local effect and queues the write.
   *
   * @return false where nobody will flush it and the caller has to persist it now
   */
  boolean add(Write write, Runnable localEffect) {
    lock.lock();
    try {
      if (state == State.ENDED) {
        throw new IllegalStateException(
            "The dispatch has ended and stores nothing more; write through the turn context, or join your threads first.");
      }
      localEffect.run();
      return state == State.QUEUED && writes.add(write);
    } finally {
      lock.unlock();
    }
  }

  /** From now on writes wait for a flush. */
  void open() {
    become(State.QUEUED);
  }

  /** From now on writes are refused. */
  void end() {
    become(State.ENDED);
  }

  /** Takes everything out. */
  List<Write> drain() {
    lock.lock();
    try {
      if (writes.isEmpty()) {
        return List.of();
      }
      List<Write> taken = writes;
      writes = new ArrayList<>(4);
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void become(State next) {
    lock.lock();
    try {
      state = next;
    } finally {
      lock.unlock();
    }
  }
}
