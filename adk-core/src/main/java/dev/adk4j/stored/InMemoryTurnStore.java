package dev.adk4j.stored;

import dev.adk4j.gate.GateState;
import dev.adk4j.internal.Mutex;
import dev.adk4j.stored.StoredTurn.Acceptance;
import dev.adk4j.stored.StoredTurn.Call;
import dev.adk4j.stored.StoredTurn.Inbox;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores turns in memory until the process ends. Keeps only the newest of the ended turns. */
final class InMemoryTurnStore extends InMemoryGates {

  static final int ENDED_TURNS = 10_000;

  /** A transaction without resources. */
  private static final TurnQueue.Transaction TRANSACTION =
      new TurnQueue.Transaction() {
        @Override
        public <T> Optional<T> unwrap(Class<T> type) {
          return Optional.empty();
        }
      };

  private final Mutex mutex = new Mutex();
  private final TurnCounts here = new TurnCounts();
  private final Map<TurnQueue.Turn, Row> rows = new LinkedHashMap<>();
  private int ended;
  private volatile @Nullable TurnQueue queue;

  InMemoryTurnStore(InstantSource clock) {
    super(Objects.requireNonNull(clock, "clock"));
  }

  private static final class Row {
    final Set<String> started = new HashSet<>();
    final Set<String> gates = new HashSet<>();
    final List<Letter> letters = new ArrayList<>();
    StoredTurn turn;
    Instant leaseUntil = Instant.MIN;
    @Nullable String node;

    Row(StoredTurn turn) {
      this.turn = turn;
    }

    void note(StoredTurn asking) {
      asking.calls().stream().filter(Call::started).forEach(call -> started.add(call.id()));
      gates.addAll(asking.gates());
    }

    void markStarted() {
      turn =
          turn.withCalls(
              turn.calls().stream()
                  .map(call -> call.withStarted(started.contains(call.id())))
                  .toList());
    }
  }

  @Override
  public void save(StoredTurn turn, Map<String, Opening> openings, Consumer<StoredTurn> saved) {
    saved.accept(
        mutex.get(
            () -> {
              Row known = turn.token() == 0 ? null : claimed(turn);
              if (turn.token() != 0 && known == null) {
                throw TurnRules.fenced(turn);
              }
              if (known == null && rows.containsKey(TurnQueue.Turn.of(turn))) {
                throw TurnRules.known(turn);
              }
              Map<String, String> refs = new HashMap<>();
              openings.forEach((call, opening) -> refs.put(call, openGate(opening).gate().ref()));
              StoredTurn waiting =
                  turn.withGates(refs)
                      .changed(State.WAITING, turn.token(), 0, null, clock.instant());
              Row row = new Row(known == null ? waiting : waiting.withInbox(known.turn.inbox()));
              if (known != null) {
                row.letters.addAll(known.letters);
              }
              row.note(waiting);
              rows.put(TurnQueue.Turn.of(turn), row);
              return row.turn;
            }));
  }

  @Override
  public void queue(TurnQueue queue) {
    this.queue = Objects.requireNonNull(queue, "queue");
  }

  /** The caller's own transaction has no effect in memory. */
  @Override
  public Accepted accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within) {
    Acceptance asked = Objects.requireNonNull(turn.acceptance(), "acceptance");
    Accepted accepted =
        mutex.get(
            () -> {
              StoredTurn known = known(turn, asked);
              if (known != null) {
                return new Accepted(known, false);
              }
              long queued = inLane(turn).filter(each -> each.state() == State.QUEUED).count();
              boolean free = inLane(turn).findAny().isEmpty();
              if (!free && queued >= maxQueued) {
                throw TurnRules.full(maxQueued);
              }
              State state = free ? State.READY : State.QUEUED;
              StoredTurn stored = turn.changed(state, 0, 0, null, clock.instant());
              rows.put(TurnQueue.Turn.of(turn), new Row(stored));
              return new Accepted(stored, true);
            });
    if (accepted.isNew() && accepted.turn().state() == State.READY) {
      told(accepted.turn());
    }
    return accepted;
  }

  private @Nullable StoredTurn known(StoredTurn turn, Acceptance asked) {
    return asked.key() == null
        ? null
        : findByKey(turn.scope(), asked.key())
            .map(known -> TurnRules.same(known, asked))
            .orElse(null);
  }

  @Override
  public Optional<StoredTurn> findByKey(Scope scope, String key) {
    return turns(
            turn ->
                turn.acceptance() != null
                    && key.equals(turn.acceptance().key())
                    && inConversation(turn, scope))
        .stream()
        .findFirst();
  }

  private Stream<StoredTurn> inLane(StoredTurn turn) {
    return rows.values().stream()
        .map(row -> row.turn)
        .filter(each -> !each.state().isFinal() && inConversation(each, turn.scope()));
  }

  private void told(StoredTurn ready) {
    TurnQueue told = queue;
    if (told != null) {
      TurnQueue.Turn turn = TurnQueue.Turn.of(ready);
      told.enqueue(turn, TRANSACTION);
      told.committed(turn);
    }
  }

  /** Makes the next turn of the conversation ready, within the mutex. */
  private @Nullable StoredTurn promote(StoredTurn ended) {
    if (inLane(ended).anyMatch(each -> each.state() != State.QUEUED)) {
      return null;
    }
    StoredTurn next = inLane(ended).findFirst().orElse(null);
    if (next == null) {
      return null;
    }
    Row row = Objects.requireNonNull(rows.get(TurnQueue.Turn.of(next)));
    row.turn = become(row, State.READY, null);
    return row.turn;
  }

  @Override
  public void ask(StoredTurn turn) {
    fenced(
        turn,
        row -> {
          row.turn = row.turn.asking(turn.iteration(), turn.calls(), turn.results());
          row.note(turn);
          return row;
        });
  }

  @Override
  public void done(StoredTurn turn, Collection<String> callIds) {
    fenced(
        turn,
        row ->
            row.turn =
                row.turn.withCalls(
                    row.turn.calls().stream()
                        .filter(call -> !callIds.contains(call.id()))
                        .toList()));
  }

  @Override
  public void hold(StoredTurn turn) {
    fenced(turn, row -> row);
  }

  @Override
  public Optional<StoredTurn> find(String tenant, String turnId) {
    return mutex.get(
        () ->
            Optional.ofNullable(rows.get(new TurnQueue.Turn(tenant, turnId))).map(row -> row.turn));
  }

  @Override
  public Optional<StoredTurn> find(Scope scope, String turnId) {
    return mutex.get(
        () ->
            Optional.ofNullable(rows.get(new TurnQueue.Turn(scope.tenant(), turnId)))
                .map(row -> row.turn)
                .filter(turn -> inConversation(turn, scope)));
  }

  private static boolean inConversation(StoredTurn turn, Scope scope) {
    return turn.scope().tenant().equals(scope.tenant())
        && Objects.equals(turn.scope().conversation(), scope.conversation());
  }

  @Override
  public Optional<StoredTurn> findByGate(String tenant, String gate) {
    return mutex.get(
        () ->
            rows.values().stream()
                .filter(row -> tenant.equals(row.turn.scope().tenant()))
                .filter(row -> row.gates.contains(gate))
                .map(row -> row.turn)
                .reduce((earlier, later) -> later));
  }

  @Override
  public List<StoredTurn> open(Scope scope) {
    return turns(turn -> !turn.state().isFinal() && inConversation(turn, scope));
  }

  @Override
  public TurnCounts here() {
    return here;
  }

  @Override
  public Counts counts() {
    return new Counts(
        turns(turn -> turn.state() == State.WAITING).size(),
        turns(turn -> turn.state() == State.RUNNING).size(),
        turns(turn -> turn.state() == State.QUEUED).size(),
        turns(turn -> turn.state() == State.READY).size());
  }

  @Override
  public List<StoredTurn> ready(int limit) {
    return free(limit, row -> true);
  }

  @Override
  public List<StoredTurn> resting(int limit) {
    return free(limit, row -> row.turn.state() != State.READY);
  }

  private List<StoredTurn> free(int limit, Predicate<Row> which) {
    Instant now = clock.instant();
    List<StoredTurn> free =
        mutex.get(
            () ->
                rows.values().stream()
                    .filter(row -> isFree(row, now) && which.test(row))
                    .map(row -> row.turn)
                    .sorted(Comparator.comparingInt(InMemoryTurnStore::priority).reversed())
                    .toList());
    return free.stream().filter(this::decided).limit(limit).toList();
  }

  private static int priority(StoredTurn turn) {
    Acceptance asked = turn.acceptance();
    return asked == null ? 0 : asked.priority();
  }

  private boolean decided(StoredTurn turn) {
    return turn.gates().stream()
        .flatMap(ref -> gate(turn.scope().tenant(), ref).stream())
        .noneMatch(gate -> gate.state() == GateState.OPEN);
  }

  private static boolean isFree(Row row, Instant now) {
    State state = row.turn.state();
    return state == State.WAITING
        || state == State.READY
        || (state == State.RUNNING && !now.isBefore(row.leaseUntil));
  }

  private List<StoredTurn> turns(Predicate<StoredTurn> which) {
    return mutex.get(() -> rows.values().stream().map(row -> row.turn).filter(which).toList());
  }

  @Override
  public Optional<StoredTurn> claim(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, false);
  }

  @Override
  public Optional<StoredTurn> take(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, true);
  }

  private Optional<StoredTurn> claim(
      String tenant, String turnId, String node, Duration lease, boolean fromAnybody) {
    return mutex.get(
        () -> {
          Row row = rows.get(new TurnQueue.Turn(tenant, turnId));
          Instant now = clock.instant();
          boolean free =
              row != null
                  && (isFree(row, now) || (fromAnybody && row.turn.state() == State.RUNNING));
          if (row == null || !free) {
            return Optional.empty();
          }
          StoredTurn last = row.turn;
          row.turn = last.changed(State.RUNNING, last.token() + 1, last.attempt() + 1, null, now);
          row.leaseUntil = now.plus(lease);
          row.node = node;
          row.markStarted();
          return Optional.of(row.turn);
        });
  }

  @Override
  public boolean renew(StoredTurn turn, Duration lease) {
    return changed(turn, row -> row.leaseUntil = clock.instant().plus(lease));
  }

  @Override
  public boolean start(StoredTurn turn, String callId) {
    return mutex.get(
        () -> {
          Row row = claimed(turn);
          if (row == null || !row.started.add(callId)) {
            return false;
          }
          row.markStarted();
          return true;
        });
  }

  @Override
  public void advance(StoredTurn turn, Consumer<Inbox> sent) {
    sent.accept(
        fenced(
            turn,
            row -> {
              boolean more = turn.phase() == Phase.ANSWERED && row.turn.inbox().hasUnread();
              Phase phase = more ? Phase.CALLED : turn.phase();
              row.turn = row.turn.at(phase, turn.iteration(), turn.answer());
              return row.turn.inbox();
            }));
  }

  @Override
  public Optional<String> steer(Scope scope, Letter letter, int maxUnread) {
    return mutex.get(
        () -> {
          String known = knownLetter(scope, letter);
          Row row = known == null ? steered(scope) : null;
          if (row == null) {
            return Optional.ofNullable(known);
          }
          Inbox inbox = row.turn.inbox();
          if (inbox.sent() - inbox.read() >= maxUnread) {
            throw TurnRules.unread(maxUnread);
          }
          long n = inbox.sent() + 1;
          row.letters.add(new Letter(n, letter.key(), letter.fingerprint(), letter.message()));
          row.turn = row.turn.withInbox(new Inbox(n, inbox.read(), inbox.stop()));
          return Optional.of(row.turn.turnId());
        });
  }

  private @Nullable String knownLetter(Scope scope, Letter sent) {
    String key = sent.key();
    if (key == null) {
      return null;
    }
    return rows.values().stream()
        .filter(row -> inConversation(row.turn, scope))
        .filter(
            row ->
                row.letters.stream()
                    .anyMatch(each -> key.equals(each.key()) && TurnRules.same(each, sent)))
        .map(row -> row.turn.turnId())
        .findFirst()
        .orElse(null);
  }

  private @Nullable Row steered(Scope scope) {
    return rows.values().stream()
        .filter(row -> inConversation(row.turn, scope) && row.turn.isDurable())
        .filter(row -> !row.turn.state().isFinal() && row.turn.state() != State.QUEUED)
        .filter(row -> row.turn.phase() != Phase.ANSWERED && !row.turn.inbox().stop())
        .findFirst()
        .orElse(null);
  }

  @Override
  public List<Letter> unread(StoredTurn turn) {
    return mutex.get(
        () -> {
          Row row = claimed(turn);
          return row == null ? List.of() : unread(row);
        });
  }

  private static List<Letter> unread(Row row) {
    return row.letters.stream().filter(each -> each.n() > row.turn.inbox().read()).toList();
  }

  @Override
  public void read(StoredTurn turn, long upTo) {
    fenced(
        turn,
        row -> {
          Inbox inbox = row.turn.inbox();
          return row.turn = row.turn.withInbox(new Inbox(inbox.sent(), upTo, inbox.stop()));
        });
  }

  @Override
  public boolean stop(Scope scope, String turnId) {
    return mutex.get(
        () -> {
          Row row = rows.get(new TurnQueue.Turn(scope.tenant(), turnId));
          State state =
              row == null || !inConversation(row.turn, scope) ? State.ABORTED : row.turn.state();
          if (row == null || state == State.COMPLETED || state == State.ABORTED) {
            return false;
          }
          if (state == State.QUEUED || state == State.FAILED) {
            ended += state == State.QUEUED ? 1 : 0;
            row.turn = become(row, State.ABORTED, null);
          } else {
            Inbox inbox = row.turn.inbox();
            row.turn = row.turn.withInbox(new Inbox(inbox.sent(), inbox.read(), true));
          }
          return true;
        });
  }

  @Override
  public List<StoredTurn> stopping() {
    return turns(turn -> turn.inbox().stop() && !turn.state().isFinal());
  }

  @Override
  public boolean release(StoredTurn turn) {
    return changed(
        turn,
        row -> {
          StoredTurn last = row.turn;
          int attempt = Math.max(0, last.attempt() - 1);
          State free = last.isDurable() && decided(last) ? State.READY : State.WAITING;
          row.turn = last.changed(free, last.token(), attempt, null, clock.instant());
        });
  }

  @Override
  public boolean finish(StoredTurn turn, State end, @Nullable String error) {
    List<StoredTurn> next = new ArrayList<>(1);
    boolean held =
        changed(
            turn,
            row -> {
              row.turn = become(row, end, error);
              Inbox inbox = row.turn.inbox();
              if (inbox.hasUnread()) {
                StoredTurn more = TurnRules.following(row.turn, unread(row));
                rows.put(TurnQueue.Turn.of(more), new Row(more));
              }
              // it may be retried: then it reads no message twice, and its request to stop is
              // removed
              row.turn = row.turn.withInbox(new Inbox(inbox.sent(), inbox.sent(), false));
              StoredTurn promoted = promote(row.turn);
              if (promoted != null) {
                next.add(promoted);
              }
              if (++ended > ENDED_TURNS) {
                forgetOldest();
              }
            });
    next.forEach(this::told);
    return held;
  }

  @Override
  public List<Listed> list(Search search) {
    Comparator<Place> order =
        Comparator.comparingLong(Place::createdAt)
            .thenComparing(Place::tenant)
            .thenComparing(Place::turnId);
    Predicate<StoredTurn> wanted =
        turn ->
            (search.tenant() == null || search.tenant().equals(turn.scope().tenant()))
                && (search.turnId() == null || search.turnId().equals(turn.turnId()))
                && (search.states().isEmpty() || search.states().contains(turn.state()))
                && (search.after() == null || order.compare(Place.of(turn), search.after()) > 0);
    return mutex.get(
        () ->
            rows.values().stream()
                .filter(row -> wanted.test(row.turn))
                .sorted(Comparator.comparing(row -> Place.of(row.turn), order))
                .limit(search.limit())
                .map(row -> new Listed(row.turn, row.node))
                .toList());
  }

  @Override
  public boolean retry(String tenant, String turnId) {
    List<StoredTurn> ready = new ArrayList<>(1);
    boolean failed =
        mutex.get(
            () -> {
              Row row = rows.get(new TurnQueue.Turn(tenant, turnId));
              if (row == null || row.turn.state() != State.FAILED || !row.turn.isDurable()) {
                return false;
              }
              ended--;
              row.turn = row.turn.changed(State.QUEUED, row.turn.token(), 0, null, clock.instant());
              StoredTurn promoted = promote(row.turn);
              if (promoted != null) {
                ready.add(promoted);
              }
              return true;
            });
    ready.forEach(this::told);
    return failed;
  }

  private void forgetOldest() {
    for (Iterator<Row> all = rows.values().iterator(); all.hasNext(); ) {
      if (all.next().turn.state().isFinal()) {
        all.remove();
        ended--;
        return;
      }
    }
  }

  /** Changes a claimed turn; throws if the claim was lost. */
  private <T> T fenced(StoredTurn turn, Function<Row, T> change) {
    return mutex.get(
        () -> {
          Row row = claimed(turn);
          if (row == null) {
            throw TurnRules.fenced(turn);
          }
          return change.apply(row);
        });
  }

  private boolean changed(StoredTurn turn, Consumer<Row> change) {
    return mutex.get(
        () -> {
          Row row = claimed(turn);
          if (row != null) {
            change.accept(row);
          }
          return row != null;
        });
  }

  private @Nullable Row claimed(StoredTurn turn) {
    Row row = rows.get(TurnQueue.Turn.of(turn));
    boolean held =
        row != null && row.turn.state() == State.RUNNING && row.turn.token() == turn.token();
    return held ? row : null;
  }

  private StoredTurn become(Row row, State state, @Nullable String error) {
    StoredTurn turn = row.turn;
    return turn.changed(state, turn.token(), turn.attempt(), error, clock.instant());
  }
}
