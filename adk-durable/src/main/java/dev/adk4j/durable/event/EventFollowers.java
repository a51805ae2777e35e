package dev.adk4j.durable.event;

import static java.util.stream.Collectors.groupingBy;

import dev.adk4j.abort.Subscription;
import dev.adk4j.durable.event.EventRows.Chunk;
import dev.adk4j.durable.event.EventRows.Turn;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.stored.StoredEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls for new events of all turns that this node's readers follow, with a single statement.
 * Thread-safe.
 */
final class EventFollowers implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventFollowers.class);

  private final EventRows rows;
  private final Duration poll;
  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean running = new AtomicBoolean();

  /** Has a permit if the next poll must not wait. */
  private final Semaphore news = new Semaphore(0);

  EventFollowers(EventRows rows, Duration poll) {
    this.rows = rows;
    this.poll = poll;
  }

  /** Reader of a turn. Only the polling thread changes where it is. */
  private record Follower(
      Turn turn, Consumer<List<StoredEvent>> reader, AtomicLong after, AtomicBoolean begun) {}

  /** A new follower does not wait for the others' polling interval. */
  Subscription add(Turn turn, long after, Consumer<List<StoredEvent>> reader) {
    Follower follower = new Follower(turn, reader, new AtomicLong(after), new AtomicBoolean());
    followers.add(follower);
    news.release();
    if (running.compareAndSet(false, true)) {
      Thread.ofVirtual().name("adk-turn-events").start(this::run);
    }
    return () -> followers.remove(follower);
  }

  /** Polls immediately if a reader of this node follows the turn: its events were written here. */
  void written(Turn turn) {
    if (followers.stream().anyMatch(follower -> follower.turn.equals(turn))) {
      news.release();
    }
  }

  @Override
  public void close() {
    followers.clear();
    news.release();
  }

  /** Ends if no reader remains; the next follower starts another thread. */
  private void run() {
    try {
      do {
        while (!followers.isEmpty()) {
          news.drainPermits();
          try {
            look();
          } catch (AdkException e) {
            log.debug("Events cannot be read now; retrying.", e);
          }
          news.tryAcquire(poll.toNanos(), TimeUnit.NANOSECONDS);
        }
        running.set(false);
      } while (!followers.isEmpty() && running.compareAndSet(false, true));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    Map<Turn, Long> known = new HashMap<>();
    followers.stream()
        .filter(follower -> follower.begun.get())
        .forEach(follower -> known.merge(follower.turn, follower.after.get(), Math::min));
    Map<Turn, List<Chunk>> news = rows.after(known).stream().collect(groupingBy(Chunk::turn));
    for (Follower follower : followers) {
      List<Chunk> next =
          follower.begun.get()
              ? news.getOrDefault(follower.turn, List.of())
              // may begin in the middle of a row
              : rows.of(follower.turn, follower.after.get(), Integer.MAX_VALUE);
      tell(follower, next);
      follower.begun.set(true);
    }
  }

  private void tell(Follower follower, List<Chunk> chunks) {
    List<StoredEvent> events =
        chunks.stream().flatMap(chunk -> chunk.after(follower.after.get()).stream()).toList();
    if (!events.isEmpty() && followers.contains(follower)) {
      follower.after.set(events.getLast().seq());
      try {
        follower.reader.accept(events);
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        log.warn(
            "A reader of turn {} has failed and receives no more events.", follower.turn.id(), e);
        followers.remove(follower);
      }
    }
  }
}
