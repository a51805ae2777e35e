package dev.adk4j.test.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transition table of a {@link TurnStore}: each event in each state. A cell names the next state,
 * or the way in which the store rejects the event and leaves the turn unchanged. Each test uses a
 * separate tenant, so data left by other tests does not matter.
 */
@Timeout(300)
public abstract class TurnTransitionsContractTests extends TurnStoreFixture {

  /** The table in the format of {@code docs/operate/turn-queue.md}. */
  private static final String TABLE =
      """
      | Event | QUEUED | READY | RUNNING | WAITING | COMPLETED | FAILED | ABORTED |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      | accept a further turn | it is QUEUED | it is QUEUED | it is QUEUED | it is QUEUED | it is READY | it is READY | it is READY |
      | accept the same request again | the same turn | the same turn | the same turn | the same turn | the same turn | the same turn | the same turn |
      | claim | empty | RUNNING | empty | RUNNING | empty | empty | empty |
      | take | empty | RUNNING | RUNNING | RUNNING | empty | empty | empty |
      | the lease runs out | QUEUED | READY | RUNNING, claimable | WAITING | COMPLETED | FAILED | ABORTED |
      | claim, the lease has run out | empty | RUNNING | RUNNING | RUNNING | empty | empty | empty |
      | renew | false | false | RUNNING | false | false | false | false |
      | ask, start a call, store its result | E_TURN_FENCED | E_TURN_FENCED | RUNNING | E_TURN_FENCED | E_TURN_FENCED | E_TURN_FENCED | E_TURN_FENCED |
      | advance | E_TURN_FENCED | E_TURN_FENCED | RUNNING | E_TURN_FENCED | E_TURN_FENCED | E_TURN_FENCED | E_TURN_FENCED |
      | park at a gate | E_TURN_FENCED | E_TURN_FENCED | WAITING | E_TURN_FENCED | E_TURN_FENCED | E_TURN_FENCED | E_TURN_FENCED |
      | decide the last gate | QUEUED | READY | RUNNING | WAITING, claimable | COMPLETED | FAILED | ABORTED |
      | the deadline of the last gate passes | QUEUED | READY | RUNNING | WAITING, claimable | COMPLETED | FAILED | ABORTED |
      | hand over | false | false | READY | false | false | false | false |
      | hand over, a gate is open | false | false | WAITING | false | false | false | false |
      | steer | the turn before it | READY, unread | RUNNING, unread | WAITING, unread | empty | empty | empty |
      | steer, asked to stop | empty | empty | empty | empty | empty | empty | empty |
      | cancel | ABORTED | READY, asked to stop | RUNNING, asked to stop | WAITING, asked to stop | false | ABORTED | false |
      | complete | false | false | COMPLETED | false | false | false | false |
      | fail | false | false | FAILED | false | false | false | false |
      | abort | false | false | ABORTED | false | false | false | false |
      | retry | false | false | false | false | false | READY | false |
      | retry, another turn is next | false | false | false | false | false | QUEUED | false |
      """;

  private static final String EMPTY = "empty";
  private static final String FALSE = "false";
  private static final String KEY = "order-1";

  /** Returns one process's store on the shared database. */
  @Override
  protected abstract TurnStore store();

  private enum Gate {
    NONE,
    OPEN,
    OVERDUE
  }

  /** Cell of the table. */
  record Cell(String event, State state, String expected) {}

  static Stream<Named<Cell>> cells() {
    List<List<String>> rows =
        TABLE
            .lines()
            .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
            .toList();
    List<Named<Cell>> cells = new ArrayList<>();
    for (List<String> row : rows.subList(2, rows.size())) {
      for (int i = 1; i < row.size(); i++) {
        Cell cell = new Cell(row.getFirst(), State.valueOf(rows.getFirst().get(i)), row.get(i));
        cells.add(Named.of(cell.state + " × " + cell.event + " → " + cell.expected, cell));
      }
    }
    assertThat(cells).hasSize((rows.size() - 2) * State.values().length);
    return cells.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cells")
  void follows(Cell cell) {
    StoredTurn held = in(cell.state, gate(cell.event), lease(cell.event));
    if (cell.event.contains("asked to stop")) {
      store.stop(scope, store.open(scope).isEmpty() ? "none" : begun().getFirst().turnId());
    }
    if (cell.event.contains("another turn is next")) {
      accept(scope, null);
    }
    StoredTurn before = found(held);
    List<String> told = List.copyOf(enqueued);

    String refused = happens(cell.event, held);

    StoredTurn after = found(held);
    if (refused == null) {
      assertThat(said(after)).as("%s", cell).isEqualTo(cell.expected);
      assertThat(after.attempt()).as("attempts").isEqualTo(attempts(cell.event, before));
    } else {
      assertThat(refused).as("%s", cell).isEqualTo(cell.expected);
      assertThat(after).isEqualTo(before);
    }
    boolean isNext =
        after.state() == State.READY
            && before.state() != State.READY
            && !cell.event.startsWith("hand over");
    long times = enqueued.stream().filter(held.turnId()::equals).count();
    long timesBefore = told.stream().filter(held.turnId()::equals).count();
    assertThat(times - timesBefore).as("told to the queue").isEqualTo(isNext ? 1 : 0);
    holdsInAllStates(held, after);
  }

  private static Gate gate(String event) {
    if (event.contains("deadline")) {
      return Gate.OVERDUE;
    }
    return event.contains("last gate") || event.contains("gate is open") ? Gate.OPEN : Gate.NONE;
  }

  private static Duration lease(String event) {
    return event.contains("lease") ? Duration.ZERO : LONG;
  }

  private static int attempts(String event, StoredTurn before) {
    return switch (event) {
      case "claim", "claim, the lease has run out", "take" -> before.attempt() + 1;
      case "hand over", "hand over, a gate is open" -> before.attempt() - 1;
      case "park at a gate", "retry", "retry, another turn is next" -> 0;
      default -> before.attempt();
    };
  }

  private void holdsInAllStates(StoredTurn held, StoredTurn after) {
    assertThat(store.open(scope).contains(after)).isEqualTo(!after.state().isFinal());
    assertThat(begun()).as("begun or next in the conversation").hasSizeLessThanOrEqualTo(1);
    assertThat(mine(store.stopping()).contains(held.turnId())).isEqualTo(stops(after));
    assertThat(mine(store.resting(1000)).contains(held.turnId()))
        .isEqualTo(isClaimable(after) && after.state() != State.READY);
    if (after.state() != State.RUNNING || after.token() != held.token()) {
      assertThat(store.renew(held, LONG)).isFalse();
      assertThat(store.start(held, "call-1")).isFalse();
      assertThat(store.release(held)).isFalse();
      assertThat(store.finish(held, State.COMPLETED, null)).isFalse();
      fenced(() -> store.hold(held));
      fenced(() -> store.read(held, 1));
      fenced(() -> store.advance(held.at(Phase.CALLED, 1, null)));
      fenced(() -> park(held, null));
      assertThat(found(held)).as("changes by a holder that lost its claim").isEqualTo(after);
    }
  }

  /**
   * Returns the rejection of the event, or the outcome for another turn; null if the event was
   * applied.
   */
  private @Nullable String happens(String event, StoredTurn held) {
    return switch (event) {
      case "accept a further turn" -> "it is " + accept(scope, null).state();
      case "accept the same request again" -> same(held);
      case "claim", "claim, the lease has run out" ->
          given(store.claim(tenant, held.turnId(), "other", LONG));
      case "take" -> given(store.take(tenant, held.turnId(), "other", LONG));
      case "the lease runs out" -> null;
      case "renew" -> noted(store.renew(held, LONG));
      case "ask, start a call, store its result" ->
          written(
              () -> {
                store.ask(held.asking(1, List.of(call("call-1"), call("call-2")), held.results()));
                assertThat(store.start(held, "call-1")).isTrue();
                assertThat(store.start(held, "call-1")).isFalse();
                assertThat(store.start(held, "call-2")).isTrue();
                store.done(held, List.of("call-1"));
                assertThat(found(held).calls()).containsExactly(call("call-2").withStarted(true));
              });
      case "advance" ->
          written(() -> assertThat(store.advance(held.at(Phase.CALLED, 1, null)).stop()).isFalse());
      case "park at a gate" -> written(() -> park(held, null));
      case "decide the last gate" -> decided(held);
      case "the deadline of the last gate passes" -> overdue(held);
      case "hand over", "hand over, a gate is open" -> noted(store.release(held));
      case "steer", "steer, asked to stop" -> steered(held);
      case "cancel" -> noted(store.stop(scope, held.turnId()));
      case "complete" -> ended(held, State.COMPLETED);
      case "fail" -> ended(held, State.FAILED);
      case "abort" -> ended(held, State.ABORTED);
      case "retry", "retry, another turn is next" -> noted(store.retry(tenant, held.turnId()));
      default -> throw new IllegalArgumentException(event);
    };
  }

  private String same(StoredTurn held) {
    TurnStore.Accepted again = store.accept(turn(scope, KEY, "x"), 1000, null);
    assertThat(again.turn()).isEqualTo(found(held));
    return again.isNew() ? "another turn" : "the same turn";
  }

  private static @Nullable String noted(boolean noted) {
    return noted ? null : FALSE;
  }

  private @Nullable String given(Optional<StoredTurn> given) {
    given.ifPresent(turn -> assertThat(found(turn)).isEqualTo(turn));
    return given.isPresent() ? null : EMPTY;
  }

  private static @Nullable String written(Runnable writing) {
    try {
      writing.run();
      return null;
    } catch (AdkException e) {
      return e.code();
    }
  }

  private @Nullable String decided(StoredTurn held) {
    String gate = found(held).gates().getFirst();
    assertThat(settle(gate, false)).isTrue();
    return null;
  }

  private @Nullable String overdue(StoredTurn held) {
    String gate = found(held).gates().getFirst();
    eventually(() -> !isOpen(gate));
    return null;
  }

  private @Nullable String steered(StoredTurn held) {
    String to = store.steer(scope, letter(null, "hurry"), 10).orElse(null);
    if (to == null) {
      return EMPTY;
    }
    return to.equals(held.turnId()) ? null : "the turn before it";
  }

  private @Nullable String ended(StoredTurn held, State end) {
    StoredTurn behind = accept(scope, null);
    String error = end == State.FAILED ? "E_OF_TEST" : null;
    boolean ended = store.finish(held, end, error);
    boolean wasFree = behind.state() == State.READY;
    assertThat(found(behind).state()).isEqualTo(ended || wasFree ? State.READY : State.QUEUED);
    assertThat(found(held).error())
        .isEqualTo(found(held).state() == State.FAILED ? "E_OF_TEST" : null);
    return noted(ended);
  }

  /** Returns the state with additional details. */
  private String said(StoredTurn turn) {
    List<String> said = new ArrayList<>();
    said.add(turn.state().name());
    if (turn.state() != State.READY && isClaimable(turn)) {
      said.add("claimable");
    }
    if (stops(turn)) {
      said.add("asked to stop");
    }
    if (turn.inbox().hasUnread()) {
      said.add("unread");
    }
    if (turn.error() != null && turn.state() != State.FAILED) {
      said.add(turn.error());
    }
    return String.join(", ", said);
  }

  private boolean isClaimable(StoredTurn turn) {
    return ready().contains(turn.turnId());
  }

  private static boolean stops(StoredTurn turn) {
    return turn.inbox().stop();
  }

  /**
   * Creates a turn in the given state, as last seen by its holder; the holder's claim is valid only
   * in {@code RUNNING}.
   *
   * @param gate gate that the turn has, also in states other than {@code WAITING}
   */
  private StoredTurn in(State state, Gate gate, Duration lease) {
    StoredTurn held = claim(store.accept(turn(scope, KEY, "x"), 1000, null).turn(), lease);
    if (gate != Gate.NONE || state == State.WAITING) {
      park(held, gate == Gate.OVERDUE ? Duration.ofMillis(1) : null);
      held = claim(held, lease);
    }
    switch (state) {
      case RUNNING -> {}
      case WAITING -> assertThat(store.release(held)).isTrue();
      case READY -> ready(held, gate);
      case QUEUED -> {
        accept(scope, null);
        end(held, State.FAILED);
        assertThat(store.retry(tenant, held.turnId())).isTrue();
      }
      case COMPLETED, FAILED, ABORTED -> end(held, state);
    }
    assertThat(found(held).state()).isEqualTo(state);
    return held;
  }

  /** With an open gate, only a retried turn is ready. */
  private void ready(StoredTurn held, Gate gate) {
    if (gate != Gate.NONE) {
      end(held, State.FAILED);
      assertThat(store.retry(tenant, held.turnId())).isTrue();
    } else {
      assertThat(store.release(held)).isTrue();
    }
  }

  private void end(StoredTurn held, State state) {
    assertThat(store.finish(held, state, state == State.FAILED ? "E_OF_TEST" : null)).isTrue();
  }

  /** It has no place in the queue, so it is never {@code READY} and accepts no messages. */
  @Test
  void aTurnThatOnlyWaitsWaitsAgainWhenItIsHandedOver() {
    StoredTurn saved = park(waits(scope), null);
    settle(saved.gates().getFirst(), false);
    StoredTurn held = claim(saved, LONG);
    assertThat(store.steer(scope, letter(null, "hurry"), 10)).isEmpty();
    assertThat(store.release(held)).isTrue();
    assertThat(said(found(held))).isEqualTo("WAITING, claimable");
    end(claim(saved, LONG), State.FAILED);
    assertThat(store.retry(tenant, held.turnId())).isFalse();
    assertThat(store.stop(scope, held.turnId())).isTrue();
    assertThat(said(found(held))).isEqualTo("ABORTED");
  }

  private StoredTurn claim(StoredTurn turn, Duration lease) {
    return store.claim(tenant, turn.turnId(), "node", lease).orElseThrow();
  }

  private boolean isOpen(String ref) {
    return store.expire(tenant, ref).orElseThrow().state() == GateState.OPEN;
  }
}
