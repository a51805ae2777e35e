package dev.adk4j.stored;

import dev.adk4j.gate.GateState;
import dev.adk4j.stored.StoredTurn.Acceptance;
import dev.adk4j.stored.StoredTurn.Inbox;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stores turns in memory until the process ends. Guarded by its monitor; the queue and other code
 * of the caller is called outside of it.
 */
final class InMemoryTurnStore extends InMemoryGates {

  /** A transaction without resources. */
  private static final TurnQueue.Transaction TRANSACTION =
      new TurnQueue.Transaction() {
        @Override
        public <T> Optional<T> unwrap(Class<T> type) {
          return Optional.empty();
        }
      };

  private final TurnCounts here = new TurnCounts();
  private final MemoryRows<TurnQueue.Turn, MemoryTurn> rows = new MemoryRows<>();
  private volatile @Nullable TurnQueue queue;

  InMemoryTurnStore(InstantSource clock) {
    super(Objects.requireNonNull(clock, "clock"));
  }

  @Override
  public void save(StoredTurn turn, Map<String, Opening> openings, Consumer<StoredTurn> saved) {
    saved.accept(save(turn, openings)); // without the lock: it may emit events
  }

  private synchronized StoredTurn save(StoredTurn turn, Map<String, Opening> openings) {
    MemoryTurn known = turn.token() == 0 ? null : fenced(turn);
    if (known == null && row(turn) != null) {
      throw TurnRules.known(turn);
    }
    Map<String, String> refs = new HashMap<>();
    openings.forEach((call, opening) -> refs.put(call, openGate(opening).gate().ref()));
    StoredTurn waiting =
        turn.withGates(refs).changed(State.WAITING, turn.token(), 0, null, clock.instant());
    MemoryTurn row =
        new MemoryTurn(known == null ? waiting : waiting.withInbox(known.turn.inbox()));
    if (known != null) {
      row.letters.addAll(known.letters);
    }
    row.note(waiting);
    rows.put(TurnQueue.Turn.of(turn), row);
    return row.turn;
  }

  @Override
  public void queue(TurnQueue queue) {
    this.queue = Objects.requireNonNull(queue, "queue");
  }

  /** The caller's own transaction has no effect in memory. */
  @Override
  public Accepted accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within) {
    return changing(ready -> accept(turn, maxQueued, ready));
  }

  private Accepted accept(StoredTurn turn, int maxQueued, List<StoredTurn> ready) {
    Acceptance asked = Objects.requireNonNull(turn.acceptance(), "acceptance");
    StoredTurn known =
        asked.key() == null ? null : findByKey(turn.scope(), asked.key()).orElse(null);
    if (known != null) {
      return new Accepted(TurnRules.same(known, asked), false);
    }
    List<StoredTurn> before = open(turn.scope());
    long queued = before.stream().filter(each -> each.state() == State.QUEUED).count();
    if (!before.isEmpty() && queued >= maxQueued) {
      throw TurnRules.full(maxQueued);
    }
    State state = before.isEmpty() ? State.READY : State.QUEUED;
    StoredTurn stored = turn.changed(state, 0, 0, null, clock.instant());
    rows.put(TurnQueue.Turn.of(turn), new MemoryTurn(stored));
    if (state == State.READY) {
      ready.add(stored);
    }
    return new Accepted(stored, true);
  }

  @Override
  public Optional<StoredTurn> findByKey(Scope scope, String key) {
    return turns(row -> row.in(scope) && row.wasAskedAs(key)).stream().findFirst();
  }

  /** Changes turns, and then, without the lock, passes those that became ready to the queue. */
  private <T> T changing(Function<List<StoredTurn>, T> change) {
    List<StoredTurn> ready = new ArrayList<>(1);
    T changed;
    synchronized (this) {
      changed = change.apply(ready);
    }
    TurnQueue told = queue;
    if (told != null) {
      ready.stream()
          .map(TurnQueue.Turn::of)
          .forEach(
              turn -> {
                told.enqueue(turn, TRANSACTION);
                told.committed(turn);
              });
    }
    return changed;
  }

  /** Makes the next turn of the conversation ready. */
  private void promote(Scope scope, List<StoredTurn> ready) {
    List<StoredTurn> open = open(scope);
    if (!open.isEmpty() && open.stream().allMatch(each -> each.state() == State.QUEUED)) {
      MemoryTurn row = Objects.requireNonNull(row(open.getFirst()));
      row.become(State.READY, null, clock.instant());
      ready.add(row.turn);
    }
  }

  @Override
  public synchronized void ask(StoredTurn turn) {
    MemoryTurn row = fenced(turn);
    row.turn = row.turn.asking(turn.iteration(), turn.calls(), turn.results());
    row.note(turn);
  }

  @Override
  public synchronized void done(StoredTurn turn, Collection<String> callIds) {
    MemoryTurn row = fenced(turn);
    row.turn =
        row.turn.withCalls(
            row.turn.calls().stream().filter(call -> !callIds.contains(call.id())).toList());
  }

  @Override
  public synchronized void hold(StoredTurn turn) {
    fenced(turn);
  }

  @Override
  public synchronized Optional<StoredTurn> find(String tenant, String turnId) {
    return Optional.ofNullable(rows.get(new TurnQueue.Turn(tenant, turnId))).map(row -> row.turn);
  }

  @Override
  public synchronized Optional<StoredTurn> find(Scope scope, String turnId) {
    return Optional.ofNullable(row(scope, turnId)).map(row -> row.turn);
  }

  @Override
  public List<StoredTurn> open(Scope scope) {
    return turns(row -> !row.state().isFinal() && row.in(scope));
  }

  @Override
  public TurnCounts here() {
    return here;
  }

  @Override
  public Counts counts() {
    return new Counts(
        turns(row -> row.state() == State.WAITING).size(),
        turns(row -> row.state() == State.RUNNING).size(),
        turns(row -> row.state() == State.QUEUED).size(),
        turns(row -> row.state() == State.READY).size());
  }

  @Override
  public List<StoredTurn> ready(int limit) {
    return free(limit, row -> true);
  }

  @Override
  public List<StoredTurn> resting(int limit) {
    return free(limit, row -> row.state() != State.READY);
  }

  private synchronized List<StoredTurn> free(int limit, Predicate<MemoryTurn> which) {
    Instant now = clock.instant();
    return rows.stream()
        .filter(row -> row.isFree(now) && which.test(row) && decided(row.turn))
        .sorted(Comparator.comparingInt(MemoryTurn::priority).reversed())
        .limit(limit)
        .map(row -> row.turn)
        .toList();
  }

  private boolean decided(StoredTurn turn) {
    return turn.gates().stream()
        .flatMap(ref -> gate(turn.scope().tenant(), ref).stream())
        .noneMatch(gate -> gate.state() == GateState.OPEN);
  }

  private synchronized List<StoredTurn> turns(Predicate<MemoryTurn> which) {
    return rows.stream().filter(which).map(row -> row.turn).toList();
  }

  @Override
  public Optional<StoredTurn> claim(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, false);
  }

  @Override
  public Optional<StoredTurn> take(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, true);
  }

  private synchronized Optional<StoredTurn> claim(
      String tenant, String turnId, String node, Duration lease, boolean fromAnybody) {
    MemoryTurn row = rows.get(new TurnQueue.Turn(tenant, turnId));
    Instant now = clock.instant();
    if (row == null || !(row.isFree(now) || (fromAnybody && row.state() == State.RUNNING))) {
      return Optional.empty();
    }
    row.claim(node, lease, now);
    return Optional.of(row.turn);
  }

  @Override
  public synchronized boolean renew(StoredTurn turn, Duration lease) {
    MemoryTurn row = claimed(turn);
    if (row != null) {
      row.leaseUntil = clock.instant().plus(lease);
    }
    return row != null;
  }

  @Override
  public synchronized boolean start(StoredTurn turn, String callId) {
    MemoryTurn row = claimed(turn);
    boolean first = row != null && row.started.add(callId);
    if (row != null && first) {
      row.markStarted();
    }
    return first;
  }

  @Override
  public void advance(StoredTurn turn, Consumer<Inbox> sent) {
    sent.accept(advanced(turn));
  }

  private synchronized Inbox advanced(StoredTurn turn) {
    return fenced(turn).advance(turn);
  }

  @Override
  public synchronized Optional<String> steer(Scope scope, Letter letter, int maxUnread) {
    List<MemoryTurn> all = rows.stream().filter(row -> row.in(scope)).toList();
    MemoryTurn row = all.stream().filter(each -> each.has(letter)).findFirst().orElse(null);
    if (row == null) {
      row = all.stream().filter(MemoryTurn::takesLetters).findFirst().orElse(null);
      if (row != null) {
        row.add(letter, maxUnread);
      }
    }
    return Optional.ofNullable(row).map(each -> each.turn.turnId());
  }

  @Override
  public synchronized List<Letter> unread(StoredTurn turn) {
    MemoryTurn row = claimed(turn);
    return row == null ? List.of() : row.unread();
  }

  @Override
  public synchronized void read(StoredTurn turn, long upTo) {
    MemoryTurn row = fenced(turn);
    row.inbox(row.turn.inbox().sent(), upTo, row.turn.inbox().stop());
  }

  @Override
  public synchronized boolean stop(Scope scope, String turnId) {
    MemoryTurn row = row(scope, turnId);
    if (row == null || row.state() == State.COMPLETED || row.state() == State.ABORTED) {
      return false;
    }
    if (row.state() == State.QUEUED || row.state() == State.FAILED) {
      row.become(State.ABORTED, null, clock.instant());
      rows.end(TurnQueue.Turn.of(row.turn));
    } else {
      row.inbox(row.turn.inbox().sent(), row.turn.inbox().read(), true);
    }
    return true;
  }

  @Override
  public List<StoredTurn> stopping() {
    return turns(row -> row.turn.inbox().stop() && !row.state().isFinal());
  }

  @Override
  public synchronized boolean release(StoredTurn turn) {
    MemoryTurn row = claimed(turn);
    if (row != null) {
      row.release(decided(row.turn), clock.instant());
    }
    return row != null;
  }

  @Override
  public boolean finish(StoredTurn turn, State end, @Nullable String error) {
    return changing(next -> finish(turn, end, error, next));
  }

  private boolean finish(
      StoredTurn turn, State end, @Nullable String error, List<StoredTurn> next) {
    MemoryTurn row = claimed(turn);
    if (row == null) {
      return false;
    }
    row.become(end, error, clock.instant());
    Inbox inbox = row.turn.inbox();
    if (inbox.hasUnread()) {
      StoredTurn more = TurnRules.following(row.turn, row.unread());
      rows.put(TurnQueue.Turn.of(more), new MemoryTurn(more));
    }
    // it may be retried: then it reads no message twice, and its request to stop is removed
    row.inbox(inbox.sent(), inbox.sent(), false);
    promote(turn.scope(), next);
    rows.end(TurnQueue.Turn.of(turn));
    return true;
  }

  @Override
  public synchronized List<Listed> list(Search search) {
    return rows.stream()
        .filter(row -> row.fits(search))
        .sorted(Comparator.comparing(row -> Place.of(row.turn), MemoryTurn.ORDER))
        .limit(search.limit())
        .map(row -> new Listed(row.turn, row.node))
        .toList();
  }

  @Override
  public boolean retry(String tenant, String turnId) {
    return changing(ready -> retry(new TurnQueue.Turn(tenant, turnId), ready));
  }

  private boolean retry(TurnQueue.Turn turn, List<StoredTurn> ready) {
    MemoryTurn row = rows.get(turn);
    if (row == null || row.state() != State.FAILED || !row.turn.isDurable()) {
      return false;
    }
    row.turn = row.turn.changed(State.QUEUED, row.turn.token(), 0, null, clock.instant());
    rows.reopen(turn);
    promote(row.turn.scope(), ready);
    return true;
  }

  private @Nullable MemoryTurn row(StoredTurn turn) {
    return rows.get(TurnQueue.Turn.of(turn));
  }

  private @Nullable MemoryTurn row(Scope scope, String turnId) {
    MemoryTurn row = rows.get(new TurnQueue.Turn(scope.tenant(), turnId));
    return row == null || !row.in(scope) ? null : row;
  }

  /** Returns the row of a claimed turn; throws if the claim was lost. */
  private MemoryTurn fenced(StoredTurn turn) {
    MemoryTurn row = claimed(turn);
    if (row == null) {
      throw TurnRules.fenced(turn);
    }
    return row;
  }

  private @Nullable MemoryTurn claimed(StoredTurn turn) {
    MemoryTurn row = row(turn);
    boolean held = row != null && row.state() == State.RUNNING && row.turn.token() == turn.token();
    return held ? row : null;
  }
}
