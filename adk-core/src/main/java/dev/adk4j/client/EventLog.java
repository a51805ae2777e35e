package dev.adk4j.client;

import dev.adk4j.event.AgentEvent;
import dev.adk4j.internal.Mutex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events of one turn and passes them to subscribers on demand. A text is joined to the
 * previous one as long as no subscriber has received that one.
 */
final class EventLog {

  /**
   * Maximum number of events, and of characters of joined text, that the first reader may be
   * behind.
   */
  private static final int MAX_BEHIND = 1_024;

  private static final int MAX_JOINED = 1 << 20;

  private final Mutex lock = new Mutex();
  private final Condition read = lock.newCondition();
  private final List<AgentEvent> events = new ArrayList<>();
  private final List<Reader> readers = new ArrayList<>();
  private final Duration stall;
  private @Nullable Joined last;
  private int handedOut;
  private boolean ended;
  private @Nullable Throwable failure;

  EventLog(Duration stall) {
    this.stall = stall;
  }

  /** A text that grows until a reader receives it. */
  private record Joined(AgentEvent first, StringBuilder text) {}

  /** Adds an event, on the turn's thread. Waits for the first reader if it is far behind. */
  void add(AgentEvent event) {
    lock.run(
        () -> {
          if (!joined(event)) {
            seal();
            last = joinable(event);
            events.add(event);
          }
        });
    tellReaders();
    awaitFirst();
  }

  void end(@Nullable Throwable failure) {
    lock.run(
        () -> {
          this.ended = true;
          this.failure = failure;
        });
    tellReaders();
  }

  /**
   * @param slows true if this reader may slow the turn
   */
  Reader read(Flow.Subscriber<? super AgentEvent> subscriber, boolean slows, Runnable cancelled) {
    Reader reader = new Reader(subscriber, slows, cancelled);
    lock.run(() -> readers.add(reader));
    return reader;
  }

  private static @Nullable Joined joinable(AgentEvent event) {
    return switch (event) {
      case AgentStream.Text text -> new Joined(text, new StringBuilder(text.text()));
      case AgentStream.Thought thought -> new Joined(thought, new StringBuilder(thought.text()));
      default -> null;
    };
  }

  private boolean joined(AgentEvent event) {
    Joined open = last;
    if (open == null || handedOut == events.size() || open.text().length() > MAX_JOINED) {
      return false;
    }
    String more =
        switch (event) {
          case AgentStream.Text text
              when open.first() instanceof AgentStream.Text before
                  && before.messageId().equals(text.messageId()) ->
              text.text();
          case AgentStream.Thought thought
              when open.first() instanceof AgentStream.Thought before
                  && before.thoughtId().equals(thought.thoughtId()) ->
              thought.text();
          default -> null;
        };
    if (more != null) {
      open.text().append(more);
    }
    return more != null;
  }

  /** Puts the joined text into the list. */
  private void seal() {
    Joined open = last;
    if (open != null) {
      String text = open.text().toString();
      events.set(
          events.size() - 1,
          switch (open.first()) {
            case AgentStream.Text first ->
                new AgentStream.Text(first.turnId(), first.messageId(), text);
            case AgentStream.Thought first ->
                new AgentStream.Thought(first.turnId(), first.thoughtId(), text);
            default -> open.first();
          });
      last = null;
    }
  }

  private void tellReaders() {
    lock.get(() -> List.copyOf(readers)).forEach(Reader::drain);
  }

  private void awaitFirst() {
    Reader stalled = null;
    lock.lock();
    try {
      long left = stall.toNanos();
      Reader slow = slowReader();
      while (slow != null && left > 0) {
        left = read.awaitNanos(left);
        slow = slowReader();
      }
      stalled = slow;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
    if (stalled != null) {
      stalled.fail(
          new IllegalStateException(
              "The subscriber asked for nothing for "
                  + TimeUnit.NANOSECONDS.toMillis(stall.toNanos())
                  + " ms; the turn goes on without it."));
    }
  }

  private @Nullable Reader slowReader() {
    for (Reader reader : readers) {
      if (reader.slows && !reader.over && events.size() - reader.next > MAX_BEHIND) {
        return reader;
      }
    }
    return null;
  }

  /** One subscription. */
  final class Reader implements Flow.Subscription {

    private final Flow.Subscriber<? super AgentEvent> subscriber;
    private final boolean slows;
    private final Runnable cancelled;
    private final AtomicInteger draining = new AtomicInteger();
    private long demand;
    private int next;
    private boolean over;
    private @Nullable Throwable error;

    private Reader(
        Flow.Subscriber<? super AgentEvent> subscriber, boolean slows, Runnable cancelled) {
      this.subscriber = subscriber;
      this.slows = slows;
      this.cancelled = cancelled;
    }

    @Override
    public void request(long n) {
      lock.run(
          () -> {
            if (n <= 0) {
              error = new IllegalArgumentException("request(" + n + "): at least 1 is needed");
            } else {
              demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
            }
          });
      drain();
    }

    @Override
    public void cancel() {
      if (lock.get(this::leave)) {
        cancelled.run();
      }
    }

    /** Returns false if it has left before. */
    private boolean leave() {
      boolean first = !over;
      over = true;
      readers.remove(this);
      read.signalAll();
      return first;
    }

    void fail(Throwable failure) {
      lock.run(() -> error = failure);
      drain();
    }

    /** Calls the subscriber, on one thread at a time. */
    private void drain() {
      if (draining.getAndIncrement() != 0) {
        return;
      }
      int missed = 1;
      do {
        while (step()) {
          // until no event is left to deliver
        }
        missed = draining.addAndGet(-missed);
      } while (missed != 0);
    }

    private boolean step() {
      AgentEvent event = null;
      Throwable failed = null;
      lock.lock();
      try {
        if (over) {
          return false;
        }
        if (error != null) {
          failed = error;
        } else if (next < events.size()) {
          if (demand == 0) {
            return false;
          }
          event = take();
        } else if (!ended) {
          return false;
        } else {
          failed = failure;
        }
        if (event == null) {
          leave();
        }
        read.signalAll();
      } finally {
        lock.unlock();
      }
      hand(event, failed);
      return event != null;
    }

    private AgentEvent take() {
      demand = demand == Long.MAX_VALUE ? demand : demand - 1;
      if (next == events.size() - 1) {
        seal();
      }
      handedOut = Math.max(handedOut, next + 1);
      return events.get(next++);
    }

    private void hand(@Nullable AgentEvent event, @Nullable Throwable failed) {
      if (event != null) {
        try {
          subscriber.onNext(event);
        } catch (Throwable e) {
          cancel();
          subscriber.onError(e);
        }
      } else if (failed == null) {
        subscriber.onComplete();
      } else {
        subscriber.onError(failed);
      }
    }
  }
}
