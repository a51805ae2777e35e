package dev.adk4j.stored;

import dev.adk4j.stored.StoredTurn.Call;
import dev.adk4j.stored.StoredTurn.Inbox;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore.Letter;
import dev.adk4j.stored.TurnStore.Place;
import dev.adk4j.stored.TurnStore.Search;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A turn in memory, with its messages and its claim. Guarded by its store. */
final class MemoryTurn {

  static final Comparator<Place> ORDER =
      Comparator.comparingLong(Place::createdAt)
          .thenComparing(Place::tenant)
          .thenComparing(Place::turnId);

  final List<Letter> letters = new ArrayList<>();
  final Set<String> started = new HashSet<>();
  StoredTurn turn;
  Instant leaseUntil = Instant.MIN;
  @Nullable String node;

  MemoryTurn(StoredTurn turn) {
    this.turn = turn;
  }

  State state() {
    return turn.state();
  }

  boolean in(Scope scope) {
    return turn.scope().tenant().equals(scope.tenant())
        && Objects.equals(turn.scope().conversation(), scope.conversation());
  }

  boolean isFree(Instant now) {
    return state() == State.WAITING
        || state() == State.READY
        || (state() == State.RUNNING && !now.isBefore(leaseUntil));
  }

  boolean wasAskedAs(String key) {
    StoredTurn.Acceptance asked = turn.acceptance();
    return asked != null && key.equals(asked.key());
  }

  boolean fits(Search search) {
    return (search.tenant() == null || search.tenant().equals(turn.scope().tenant()))
        && (search.turnId() == null || search.turnId().equals(turn.turnId()))
        && (search.states().isEmpty() || search.states().contains(state()))
        && (search.after() == null || ORDER.compare(Place.of(turn), search.after()) > 0);
  }

  int priority() {
    StoredTurn.Acceptance asked = turn.acceptance();
    return asked == null ? 0 : asked.priority();
  }

  /** Adds the calls of an answer to those that were started. */
  void note(StoredTurn asking) {
    asking.calls().stream().filter(Call::started).forEach(call -> started.add(call.id()));
  }

  void markStarted() {
    turn =
        turn.withCalls(
            turn.calls().stream()
                .map(call -> call.withStarted(started.contains(call.id())))
                .toList());
  }

  void claim(String process, Duration lease, Instant now) {
    turn = turn.changed(State.RUNNING, turn.token() + 1, turn.attempt() + 1, null, now);
    leaseUntil = now.plus(lease);
    node = process;
    markStarted();
  }

  void become(State state, @Nullable String error, Instant now) {
    turn = turn.changed(state, turn.token(), turn.attempt(), error, now);
  }

  /** A turn with unread messages has not answered. */
  Inbox advance(StoredTurn progress) {
    boolean more = progress.phase() == Phase.ANSWERED && turn.inbox().hasUnread();
    turn = turn.at(more ? Phase.CALLED : progress.phase(), progress.iteration(), progress.answer());
    return turn.inbox();
  }

  /**
   * Releases the claim, which then does not count as an attempt.
   *
   * @param decided true if no gate of the turn is open
   */
  void release(boolean decided, Instant now) {
    State free = turn.isDurable() && decided ? State.READY : State.WAITING;
    turn = turn.changed(free, turn.token(), Math.max(0, turn.attempt() - 1), null, now);
  }

  /** Returns true if the message was sent to the turn before. */
  boolean has(Letter sent) {
    String key = sent.key();
    return key != null
        && letters.stream().anyMatch(each -> key.equals(each.key()) && TurnRules.same(each, sent));
  }

  /** Returns true for a durable turn that has begun or is next, and has not answered. */
  boolean takesLetters() {
    return turn.isDurable()
        && !state().isFinal()
        && state() != State.QUEUED
        && turn.phase() != Phase.ANSWERED
        && !turn.inbox().stop();
  }

  void add(Letter letter, int maxUnread) {
    Inbox inbox = turn.inbox();
    if (inbox.sent() - inbox.read() >= maxUnread) {
      throw TurnRules.unread(maxUnread);
    }
    long n = inbox.sent() + 1;
    letters.add(new Letter(n, letter.key(), letter.fingerprint(), letter.message()));
    inbox(n, inbox.read(), inbox.stop());
  }

  List<Letter> unread() {
    return letters.stream().filter(each -> each.n() > turn.inbox().read()).toList();
  }

  void inbox(long sent, long read, boolean stop) {
    turn = turn.withInbox(new Inbox(sent, read, stop));
  }
}
