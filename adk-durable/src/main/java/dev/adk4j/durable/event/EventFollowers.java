package dev.adk4j.durable.event;

import dev.adk4j.abort.Subscription;
import dev.adk4j.durable.event.EventRows.Chunk;
import dev.adk4j.durable.event.EventRows.Place;
import dev.adk4j.durable.event.EventRows.Turn;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.stored.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
  private final Object lock = new Object();
  private boolean news;
  private @Nullable Thread thread;

  EventFollowers(EventRows rows, Duration poll) {
    this.rows = rows;
    this.poll = poll;
  }

  private static final class Follower {
    final Turn turn;
    final Consumer<List<StoredEvent>> reader;
    volatile boolean open = true;
    // used by the polling thread
    long after;
    boolean begun;

    Follower(Place place, Consumer<List<StoredEvent>> reader) {
      this.turn = place.turn();
      this.after = place.after();
      this.reader = reader;
    }

    Place place() {
      return new Place(turn, after);
    }
  }

  Subscription add(Place place, Consumer<List<StoredEvent>> reader) {
    Follower follower = new Follower(place, reader);
    synchronized (lock) {
      followers.add(follower);
      if (thread == null) {
        thread = Thread.ofVirtual().name("adk-turn-events").start(this::run);
      }
      lock.notifyAll();
    }
    return () -> remove(follower);
  }

  /** Polls immediately if a reader of this node follows the turn: its events were written here. */
  void written(Turn turn) {
    if (followers.stream().anyMatch(follower -> follower.turn.equals(turn))) {
      synchronized (lock) {
        news = true;
        lock.notifyAll();
      }
    }
  }

  private void remove(Follower follower) {
    follower.open = false;
    followers.remove(follower);
  }

  @Override
  public void close() {
    followers.forEach(this::remove);
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  private void run() {
    try {
      while (goesOn()) {
        try {
          look();
        } catch (AdkException e) {
          log.debug("Events cannot be read now; retrying.", e);
        }
        pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread if no reader remains; the next follower starts another. */
  private boolean goesOn() {
    synchronized (lock) {
      if (followers.isEmpty()) {
        thread = null;
        return false;
      }
      return true;
    }
  }

  /** A new follower does not wait for the others' polling interval. */
  private void pause() throws InterruptedException {
    long end = System.nanoTime() + poll.toNanos();
    synchronized (lock) {
      for (long left = poll.toNanos();
          left > 0 && !news && followers.stream().allMatch(follower -> follower.begun);
          left = end - System.nanoTime()) {
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
      news = false;
    }
  }

  private void look() {
    Map<Turn, List<Follower>> known = new HashMap<>();
    List<Place> places = new ArrayList<>();
    for (Follower follower : followers) {
      if (!follower.begun) {
        // may begin in the middle of a row
        tell(follower, rows.of(follower.place(), Integer.MAX_VALUE));
        follower.begun = true;
      } else {
        known.computeIfAbsent(follower.turn, turn -> new ArrayList<>()).add(follower);
      }
    }
    known.forEach((turn, all) -> places.add(new Place(turn, first(all))));
    if (!places.isEmpty()) {
      Map<Turn, List<Chunk>> news = new HashMap<>();
      rows.after(places)
          .forEach(
              chunk -> news.computeIfAbsent(chunk.turn(), turn -> new ArrayList<>()).add(chunk));
      known.forEach(
          (turn, all) -> all.forEach(each -> tell(each, news.getOrDefault(turn, List.of()))));
    }
  }

  private static long first(List<Follower> all) {
    return all.stream().mapToLong(follower -> follower.after).min().orElseThrow();
  }

  private void tell(Follower follower, List<Chunk> chunks) {
    List<StoredEvent> events = new ArrayList<>();
    chunks.forEach(chunk -> events.addAll(chunk.after(follower.after)));
    if (!events.isEmpty() && follower.open) {
      follower.after = events.getLast().seq();
      try {
        follower.reader.accept(List.copyOf(events));
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        log.warn(
            "A reader of turn {} has failed and receives no more events.", follower.turn.id(), e);
        remove(follower);
      }
    }
  }
}
