package dev.adk4j.durable.event;

import dev.adk4j.durable.event.EventRows.Chunk;
import dev.adk4j.durable.event.EventRows.Turn;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.StoredEvent;
import dev.adk4j.stored.TurnLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events of one claim of a turn, in rows of up to {@value #MOST} events or 50 ms.
 * Consecutive pieces of one text are merged into one event before it is numbered. A slow database
 * causes larger rows, not a slower turn, until {@value #MOST_CHARS} characters are waiting.
 *
 * <p>Writes nothing more after another claim has begun. Thread-safe. Created by {@link
 * TurnEventStore#writer}.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class EventWriter implements TurnLog.Writer {

  static final int MOST = 64;
  static final int MOST_CHARS = 4_000_000;

  private static final Logger log = LoggerFactory.getLogger(EventWriter.class);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long AGAIN_MILLIS = 200;
  private static final int TRIES_AT_THE_END = 300;

  private final EventRows rows;
  private final Turn turn;
  private final long token;
  private final Consumer<Turn> written;
  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final List<Pending> pending = new ArrayList<>();
  private long chars;
  private long since;
  private long next;
  private int flushing;
  private boolean writing;
  private boolean closed;
  private @Nullable Thread thread;

  /**
   * @param written called after each commit
   */
  EventWriter(EventRows rows, Turn turn, long token, Consumer<Turn> written) {
    this.rows = rows;
    this.written = written;
    this.turn = turn;
    this.token = token;
    this.next = (token << 32) + 1;
  }

  /** Event without a number yet. */
  private record Pending(String name, @Nullable String id, StringBuilder data) {}

  @Override
  public void append(String name, String data) {
    add(name, null, data);
  }

  @Override
  public void piece(String name, String id, String text) {
    add(name, id, text);
  }

  private void add(String name, @Nullable String id, String data) {
    lock.run(
        () -> {
          while (chars > MOST_CHARS && !closed) {
            changed.awaitUninterruptibly();
          }
          if (closed) {
            return;
          }
          Pending last = pending.isEmpty() ? null : pending.getLast();
          if (id != null && last != null && id.equals(last.id) && name.equals(last.name)) {
            last.data.append(data);
          } else {
            pending.add(new Pending(name, id, new StringBuilder(data)));
          }
          chars += data.length();
          if (last == null) {
            since = System.nanoTime();
          }
          if (last == null || pending.size() == MOST) {
            changed.signalAll();
          }
          if (thread == null) {
            thread = Thread.ofVirtual().name("adk-turn-events-" + turn.id()).start(this::write);
          }
        });
  }

  @Override
  public boolean flush(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lockInterruptibly();
    flushing++;
    try {
      changed.signalAll();
      while ((writing || !pending.isEmpty()) && left > 0) {
        left = changed.awaitNanos(left);
      }
      return !writing && pending.isEmpty();
    } finally {
      flushing--;
      lock.unlock();
    }
  }

  /**
   * Accepts no more events and returns immediately; added events are still written. Stops after a
   * minute without a database.
   */
  @Override
  public void close() {
    lock.run(
        () -> {
          closed = true;
          changed.signalAll();
        });
  }

  private void write() {
    try {
      for (List<StoredEvent> events = take(); !events.isEmpty(); events = take()) {
        boolean done = write(Chunk.of(turn, events));
        lock.run(
            () -> {
              writing = false;
              if (!done) {
                closed = true;
                pending.clear();
              }
              changed.signalAll();
            });
        written.accept(turn);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for events, numbers them and removes them from the buffer. Returns none if no more can
   * follow.
   */
  private List<StoredEvent> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (pending.isEmpty() && !closed) {
        changed.await();
      }
      long left = PAUSE_NANOS - (System.nanoTime() - since);
      while (left > 0 && pending.size() < MOST && flushing == 0 && !closed) {
        left = changed.awaitNanos(left);
      }
      List<StoredEvent> taken =
          pending.stream()
              .map(event -> new StoredEvent(next++, event.name, event.id, event.data.toString()))
              .toList();
      pending.clear();
      chars = 0;
      writing = !taken.isEmpty();
      changed.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private boolean write(Chunk chunk) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return tries > 1 && rows.has(chunk) || rows.write(chunk, token);
      } catch (AdkException e) {
        if (lock.get(() -> closed) && tries >= TRIES_AT_THE_END) {
          log.error("The last events of turn {} could not be stored and are lost.", turn.id(), e);
          return false;
        }
        if (tries == 1) {
          log.warn("Events of turn {} cannot be stored now; retrying.", turn.id(), e);
        }
        Thread.sleep(AGAIN_MILLIS);
      }
    }
  }
}
