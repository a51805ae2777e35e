package dev.adk4j.waiting;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.GateStore;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.WaitingTurn.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ends with the process; of turns that ended it remembers the newest only. */
final class InMemoryWaitingTurnStore implements WaitingTurnStore {

  static final int ENDED_TURNS = 10_000;

  private final GateStore gates;
  private final InstantSource clock;
  private final Mutex mutex = new Mutex();
  private final Map<Key, Row> rows = new LinkedHashMap<>();
  private int ended;

  InMemoryWaitingTurnStore(GateStore gates, InstantSource clock) {
    this.gates = Objects.requireNonNull(gates, "gates");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  private record Key(String tenant, String turnId) {
    static Key of(WaitingTurn turn) {
      return new Key(turn.scope().tenant(), turn.turnId());
    }
  }

  private static final class Row {
    final Set<String> started = new HashSet<>();
    WaitingTurn turn;
    Instant leaseUntil = Instant.MIN;

    Row(WaitingTurn turn) {
      this.turn = turn;
    }
  }

  @Override
  public GateStore gates() {
    return gates;
  }

  @Override
  public void save(
      WaitingTurn turn, Map<String, GateStore.Opening> openings, Consumer<WaitingTurn> saved) {
    Map<String, String> refs = new HashMap<>();
    openings.forEach((call, opening) -> refs.put(call, gates.open(opening).gate().ref()));
    WaitingTurn waiting =
        turn.withGates(refs).changed(State.WAITING, turn.token(), 0, null, clock.instant());
    mutex.run(
        () -> {
          Row known = turn.token() == 0 ? null : claimed(turn);
          if (turn.token() != 0 && known == null) {
            throw lost(turn);
          }
          rows.remove(Key.of(turn));
          rows.put(Key.of(turn), new Row(waiting));
        });
    saved.accept(waiting);
  }

  @Override
  public Optional<WaitingTurn> find(Scope scope, String turnId) {
    return mutex.get(
        () ->
            Optional.ofNullable(rows.get(new Key(scope.tenant(), turnId)))
                .map(row -> row.turn)
                .filter(turn -> inConversation(turn, scope)));
  }

  private static boolean inConversation(WaitingTurn turn, Scope scope) {
    return turn.scope().tenant().equals(scope.tenant())
        && Objects.equals(turn.scope().conversation(), scope.conversation());
  }

  @Override
  public Optional<WaitingTurn> findByGate(String tenant, String gate) {
    List<WaitingTurn> found =
        turns(turn -> tenant.equals(turn.scope().tenant()) && turn.gates().contains(gate));
    return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
  }

  @Override
  public List<WaitingTurn> open(Scope scope) {
    return turns(turn -> !turn.state().isFinal() && inConversation(turn, scope));
  }

  @Override
  public Counts counts() {
    return new Counts(
        turns(turn -> turn.state() == State.WAITING).size(),
        turns(turn -> turn.state() == State.RUNNING).size());
  }

  @Override
  public List<WaitingTurn> ready(int limit) {
    Instant now = clock.instant();
    List<WaitingTurn> free =
        mutex.get(
            () ->
                rows.values().stream()
                    .filter(row -> isFree(row, now))
                    .map(row -> row.turn)
                    .toList());
    return free.stream().filter(this::decided).limit(limit).toList();
  }

  private boolean decided(WaitingTurn turn) {
    return turn.gates().stream()
        .flatMap(ref -> gates.find(turn.scope().tenant(), ref).stream())
        .noneMatch(gate -> gate.state() == GateState.OPEN);
  }

  private static boolean isFree(Row row, Instant now) {
    State state = row.turn.state();
    return state == State.WAITING || (state == State.RUNNING && !now.isBefore(row.leaseUntil));
  }

  private List<WaitingTurn> turns(Predicate<WaitingTurn> which) {
    return mutex.get(() -> rows.values().stream().map(row -> row.turn).filter(which).toList());
  }

  @Override
  public Optional<WaitingTurn> claim(String tenant, String turnId, String node, Duration lease) {
    return mutex.get(
        () -> {
          Row row = rows.get(new Key(tenant, turnId));
          Instant now = clock.instant();
          if (row == null || !isFree(row, now)) {
            return Optional.empty();
          }
          WaitingTurn last = row.turn;
          row.turn = last.changed(State.RUNNING, last.token() + 1, last.attempt() + 1, null, now);
          row.leaseUntil = now.plus(lease);
          return Optional.of(row.turn);
        });
  }

  @Override
  public boolean renew(WaitingTurn turn, Duration lease) {
    return changed(turn, row -> row.leaseUntil = clock.instant().plus(lease));
  }

  @Override
  public boolean start(WaitingTurn turn, String callId) {
    return mutex.get(
        () -> {
          Row row = claimed(turn);
          return row != null && row.started.add(callId);
        });
  }

  @Override
  public void advance(WaitingTurn turn) {
    boolean held =
        changed(turn, row -> row.turn = row.turn.at(turn.phase(), turn.iteration(), turn.answer()));
    if (!held) {
      throw lost(turn);
    }
  }

  @Override
  public boolean release(WaitingTurn turn) {
    return changed(turn, row -> row.turn = become(row, State.WAITING, null));
  }

  @Override
  public boolean finish(WaitingTurn turn, State end, @Nullable String error) {
    return changed(
        turn,
        row -> {
          row.turn = become(row, end, error);
          if (++ended > ENDED_TURNS) {
            forgetOldest();
          }
        });
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

  private boolean changed(WaitingTurn turn, Consumer<Row> change) {
    return mutex.get(
        () -> {
          Row row = claimed(turn);
          if (row != null) {
            change.accept(row);
          }
          return row != null;
        });
  }

  private @Nullable Row claimed(WaitingTurn turn) {
    Row row = rows.get(Key.of(turn));
    boolean held =
        row != null && row.turn.state() == State.RUNNING && row.turn.token() == turn.token();
    return held ? row : null;
  }

  private WaitingTurn become(Row row, State state, @Nullable String error) {
    WaitingTurn turn = row.turn;
    return turn.changed(state, turn.token(), turn.attempt(), error, clock.instant());
  }

  private static AdkException lost(WaitingTurn turn) {
    return AdkException.of(AdkErrorCode.E_STORAGE_CONFLICT)
        .message("Another process goes on with turn '" + turn.turnId() + "'.")
        .args(turn.turnId())
        .build();
  }
}
