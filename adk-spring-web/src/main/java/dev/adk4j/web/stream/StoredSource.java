package dev.adk4j.web.stream;

import dev.adk4j.abort.Subscription;
import dev.adk4j.stored.StoredEvent;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.web.stream.StreamEvent.Piece;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stored events of a durable turn: stored events first, then new ones. A slow client
 * continues from the store. For one client's thread.
 */
final class StoredSource implements EventSource {

  private static final int MOST = 1_024;
  private static final int NEWS = 64;

  /** End of the events of a client. */
  enum Until {
    /** At the end of the turn. */
    END,
    /** At the end of the turn, or where it waits. */
    WAIT,
    /** In the same place, of a client that cannot take back events: it receives no void events. */
    FORWARD,
    /** At the newest event of a turn that has not ended. */
    NOW
  }

  private final DurableEvents durable;
  private final StoredTurn turn;
  private final Until until;
  private final boolean forward;
  private final String gate;
  private final Set<String> revoked = new HashSet<>();
  private final Set<String> shown = new HashSet<>();
  private final List<StoredEvent> unproven = new ArrayList<>();
  private final BlockingQueue<List<StoredEvent>> news = new LinkedBlockingQueue<>(NEWS);
  private volatile boolean behind;
  private @Nullable Subscription following;
  private boolean ended;
  private long position;

  /**
   * @param gate decided gate; the event with which the turn waited for it is omitted. Empty for
   *     none
   */
  StoredSource(DurableEvents durable, StoredTurn turn, Until until, String gate) {
    this.durable = durable;
    this.turn = turn;
    this.ended = turn.state().isFinal();
    this.until = until;
    this.forward = until == Until.FORWARD;
    this.gate = gate;
    if (forward) {
      revoked.addAll(durable.told(turn).revoked);
    }
  }

  @Override
  public void check(String turnId, long after, @Nullable String lastEventId) {
    if (after >>> 32 > turn.token()) {
      throw EventId.unreadable(String.valueOf(lastEventId));
    }
  }

  @Override
  public boolean isEnd(long number) {
    return turn.state().isFinal()
        && number > 0
        && durable.read(turn, number - 1, 1).stream()
            .anyMatch(event -> event.seq() == number && event.name().equals(Told.END));
  }

  /** Returns the number of the event after which the turn resumes; 0 if it is unknown. */
  long waitingFor(String gate) {
    return durable.told(turn).waitingFor(gate);
  }

  @Override
  public Reading read(long after, Duration wait) throws InterruptedException {
    position = Math.max(position, after);
    if (following == null) {
      List<StoredEvent> there = durable.read(turn, position, MOST);
      if (!there.isEmpty()) {
        return events(there, !forward);
      }
      if (until == Until.NOW && !ended && turn.state() != State.WAITING) {
        return new Reading.Events(List.of(), true);
      }
      following = durable.log().follow(turn.scope().tenant(), turn.turnId(), position, this::tell);
      // a client of a queued turn learns at once that it is connected
      return new Reading.Events(List.of(), false);
    }
    Duration most = ended || until == Until.NOW ? durable.grace() : wait;
    List<StoredEvent> some = news.poll(most.toNanos(), TimeUnit.NANOSECONDS);
    if (some != null) {
      return events(some, true);
    }
    if (behind) {
      close();
      behind = false;
      return new Reading.Events(List.of(), false);
    }
    return silence();
  }

  private void tell(List<StoredEvent> some) {
    behind = behind || !news.offer(some);
  }

  @Override
  public void close() {
    if (following != null) {
      following.close();
      following = null;
    }
  }

  /** Checks the turn: it may have been erased, or have ended without an end event. */
  private Reading silence() throws InterruptedException {
    StoredTurn now = durable.find(turn.scope(), turn.turnId()).orElse(null);
    if (now == null) {
      return new Reading.Erased();
    }
    if (now.state().isFinal() && ended) {
      durable.end(now);
      List<StoredEvent> last = news.poll(durable.grace().toNanos(), TimeUnit.NANOSECONDS);
      if (last != null) {
        return events(last, true);
      }
    }
    ended = now.state().isFinal();
    if (!unproven.isEmpty() && now.token() == unproven.getLast().token()) {
      return events(List.of(), true);
    }
    boolean waits = until != Until.END && now.state() == State.WAITING;
    StreamEvent lost =
        new StreamEvent(position + 1, Told.WAITING, "{\"status\":\"waiting\"}", null);
    return new Reading.Events(waits && !forward ? List.of(lost) : List.of(), waits);
  }

  /**
   * @param proven false if the events after the last final one may come from a process that has
   *     just died: they are returned once their run is seen to continue
   */
  private Reading events(List<StoredEvent> some, boolean proven) {
    List<StoredEvent> all = new ArrayList<>(unproven);
    all.addAll(some);
    unproven.clear();
    position = Math.max(position, all.getLast().seq());
    while (!proven && !all.isEmpty() && !Told.settles(all.getLast().name())) {
      unproven.addFirst(all.removeLast());
    }
    if (forward && !revoke(all)) {
      return new Reading.Gone(position + 1);
    }
    List<StreamEvent> events = new ArrayList<>();
    boolean end = false;
    for (StoredEvent event : all) {
      if ((!forward || isShown(event)) && !hasWaited(event)) {
        events.add(event(event));
      }
      end = event.name().equals(Told.END) || (event.name().equals(Told.WAITING) && rests(event));
    }
    return new Reading.Events(events, end);
  }

  /** Records void events; returns false if some of them were already sent to the client. */
  private boolean revoke(List<StoredEvent> some) {
    List<String> ids =
        some.stream()
            .filter(event -> event.name().equals(Told.RESET))
            .flatMap(event -> Told.texts(event, "ids").stream())
            .toList();
    revoked.addAll(ids);
    return ids.stream().noneMatch(shown::contains);
  }

  private boolean hasWaited(StoredEvent event) {
    return event.name().equals(Told.WAITING) && Told.texts(event, "gates").contains(gate);
  }

  private boolean isShown(StoredEvent event) {
    String id = event.id() == null ? Told.data(event).path("id").asString("") : event.id();
    if (event.name().equals(Told.RESET) || revoked.contains(id)) {
      return false;
    }
    shown.add(id);
    return true;
  }

  /** Returns true if a forward client has reached its end: the turn still waits. */
  private boolean rests(StoredEvent waiting) {
    return forward
        && durable
            .find(turn.scope(), turn.turnId())
            .filter(now -> now.state() == State.WAITING && now.token() == waiting.token())
            .isPresent();
  }

  private StreamEvent event(StoredEvent event) {
    boolean renamed = forward && event.name().equals(Told.WAITING);
    String name = renamed ? Told.END : event.name();
    if (event.id() == null) {
      String data = StreamEvent.numbered(event.seq(), event.data());
      return new StreamEvent(event.seq(), name, data, null);
    }
    Piece piece = new Piece(turn.turnId(), event.id(), null, event.data());
    return new StreamEvent(event.seq(), name, null, piece);
  }
}
