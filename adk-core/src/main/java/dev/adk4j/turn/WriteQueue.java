package dev.adk4j.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The writes of an iteration. A write's local effect and its place in the queue are one step, so
 * that the Sets of concurrent tools end up in the order in which storage receives the records.
 */
final class WriteQueue {

  /** Defines how a new write is handled. */
  private enum State {
    /** No loop runs, so the caller persists the write at once. */
    AT_ONCE,
    QUEUED,
    /** The loop is over: only writes of hooks during its last flush are accepted. */
    SEALED,
    ENDED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private State state = State.AT_ONCE;
  private List<Write> writes = new ArrayList<>(4);
  private @Nullable Thread loop;
  private boolean writtenByLoop;

  /**
   * Runs the local effect and queues the write.
   *
   * @return false if no flush follows and the caller must persist it now
   * @throws IllegalStateException if the dispatch is over; nothing has changed then
   */
  boolean add(Write write, Runnable localEffect) {
    lock.lock();
    try {
      boolean ofLoop = Thread.currentThread() == loop;
      if (state == State.ENDED || (state == State.SEALED && !ofLoop)) {
        throw new IllegalStateException(
            "The dispatch has ended and stores nothing more; write through the turn context, or join your threads first.");
      }
      localEffect.run();
      if (state == State.AT_ONCE) {
        return false;
      }
      writtenByLoop |= ofLoop;
      return writes.add(write);
    } finally {
      lock.unlock();
    }
  }

  /** Makes writes wait for a flush by this thread. */
  void open() {
    lock.lock();
    try {
      state = State.QUEUED;
      loop = Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses writes of other threads. */
  void seal() {
    become(State.SEALED);
  }

  /** Refuses every write. */
  void end() {
    become(State.ENDED);
  }

  /** Removes and returns all writes. */
  List<Write> drain() {
    lock.lock();
    try {
      writtenByLoop = false;
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

  /**
   * Removes and returns all writes if the loop's own thread, and so a hook, has written since the
   * last time. A thread that keeps writing waits for the next iteration.
   */
  List<Write> drainIfWrittenByLoop() {
    lock.lock();
    try {
      return writtenByLoop ? drain() : List.of();
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
