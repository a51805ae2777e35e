package dev.adk4j.client;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the turns of a conversation one after another in this process, in the order in which they
 * were accepted. A turn that resumes after a decision runs before those that were accepted since.
 * Thread-safe.
 */
final class ConversationLocks {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** The place of the turn that runs on this thread, or on the one that started it. */
  private static final InheritableThreadLocal<@Nullable Place> INSIDE =
      new InheritableThreadLocal<>();

  private final Mutex lock = new Mutex();
  private final Map<Key, Lane> lanes = new HashMap<>();
  private boolean stopped;

  private record Key(String tenant, String conversation) {}

  private final class Lane {
    final Key key;
    final Deque<Place> queue = new ArrayDeque<>();
    final Condition changed = lock.newCondition();
    @Nullable Place running;

    Lane(Key key) {
      this.key = key;
    }
  }

  /** Takes the last place in the lane of the conversation. */
  Place enter(Scope scope) {
    return enter(scope, false);
  }

  /** Takes the first place, for a turn that resumes. */
  Place enterFirst(Scope scope) {
    return enter(scope, true);
  }

  private Place enter(Scope scope, boolean first) {
    Key key = new Key(scope.tenant(), scope.requireConversation());
    return lock.get(
        () -> {
          Lane lane = lanes.computeIfAbsent(key, Lane::new);
          Place place = new Place(lane, within(lane));
          if (!place.within && first) {
            lane.queue.addFirst(place);
          } else if (!place.within) {
            lane.queue.addLast(place);
          }
          return place;
        });
  }

  /** From this call on, no turn waits for a waiting turn: no decision resumes that one here. */
  void stop() {
    lock.run(
        () -> {
          stopped = true;
          lanes.values().forEach(lane -> lane.changed.signalAll());
        });
  }

  /**
   * Returns true for a turn that a running turn starts, for example by a tool: it would wait for
   * itself.
   */
  private static boolean within(Lane lane) {
    for (Place outer = INSIDE.get(); outer != null; outer = outer.outer) {
      if (lane.running == outer) {
        return true;
      }
    }
    return false;
  }

  /** The place of one turn. Closing it lets the next turn run. */
  final class Place implements AutoCloseable {

    private final Lane lane;
    private final boolean within;
    private @Nullable Place outer;
    private @Nullable Thread thread;

    private Place(Lane lane, boolean within) {
      this.lane = lane;
      this.within = within;
    }

    /** Returns true if no turn of the conversation runs here except those around this one. */
    boolean nobodyRuns() {
      return lock.get(() -> within || lane.running == null);
    }

    /** Returns true if this turn would be the next to run. */
    boolean isNext() {
      return lock.get(() -> within || free());
    }

    private boolean free() {
      return lane.running == null && lane.queue.peekFirst() == this;
    }

    /**
     * Waits until this turn may run.
     *
     * @param clear evaluated when the turn is next, repeatedly while it returns false; resumed
     *     turns may then overtake this one
     * @throws AbortException if the turn was aborted, or the process stops while {@code clear}
     *     returns false
     */
    void await(AbortSignal signal, BooleanSupplier clear) throws InterruptedException {
      try (Subscription abort = signal.onAbort(reason -> wake())) {
        long pause = LOOK_AGAIN.toNanos();
        while (true) {
          awaitFree(signal);
          if (clear.getAsBoolean()) {
            if (take()) {
              return;
            }
          } else {
            pause = awaitChange(pause);
          }
        }
      }
    }

    private void awaitFree(AbortSignal signal) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        signal.throwIfAborted();
        while (!within && !free()) {
          lane.changed.await();
          signal.throwIfAborted();
        }
      } finally {
        lock.unlock();
      }
    }

    private boolean take() {
      return lock.get(
          () -> {
            boolean taken = !within && free();
            if (taken) {
              lane.queue.removeFirst();
              lane.running = this;
              outer = INSIDE.get();
              thread = Thread.currentThread();
              INSIDE.set(this);
            }
            return taken || within;
          });
    }

    /**
     * Returns how long to wait the next time. A change in this process is signaled, one in another
     * process is not.
     */
    private long awaitChange(long pause) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        if (stopped) {
          throw new AbortException("the process stops");
        }
        return lane.changed.awaitNanos(pause) > 0
            ? LOOK_AGAIN.toNanos()
            : Math.min(pause * 2, LONGEST.toNanos());
      } finally {
        lock.unlock();
      }
    }

    /** Lets waiting turns check again. */
    void wake() {
      lock.run(lane.changed::signalAll);
    }

    @Override
    public void close() {
      lock.run(
          () -> {
            lane.queue.remove(this);
            if (lane.running == this) {
              lane.running = null;
            }
            if (lane.running == null && lane.queue.isEmpty()) {
              lanes.remove(lane.key, lane);
            }
            lane.changed.signalAll();
          });
      leaveThread();
    }

    private void leaveThread() {
      if (thread == Thread.currentThread() && INSIDE.get() == this) {
        if (outer == null) {
          INSIDE.remove();
        } else {
          INSIDE.set(outer);
        }
      }
    }
  }
}
