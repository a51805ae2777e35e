package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The events of the transition table in which a queue takes part, and what the nodes that are left
 * make of them. What a node does with a turn is played; the resumer, the queue and the store are
 * real.
 */
@Timeout(300)
public abstract class QueueTransitions {

  private static final String TABLE =
      """
      | Event | QUEUED | READY | RUNNING | WAITING |
      | the node dies | ends behind the one before | ends | ends in attempt 2 | rests |
      | the node hands over | ends behind the one before | ends | ends in attempt 1 | rests |
      | the last gate is decided | - | - | - | ends |
      | the last gate is decided by a node that dies | - | - | - | ends |
      | the deadline of the last gate passes | - | - | - | ends |
      """;

  private static final String TENANT = "acme";
  private static final Scope SCOPE = Scope.of(TENANT, "ann", "c-1");
  private static final GateActor BOSS = GateActor.of("boss", TENANT);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A queue of a node that is not started; null for the one of the process. */
  protected abstract @Nullable TurnQueue queue(DataSource database);

  /** Claims the turn as a node that dies right then. */
  protected abstract StoredTurn claimAndDie(TestDatabase database, TurnStore store, String turnId);

  /** Returns true when the queue lets the turn rest. */
  protected abstract boolean rests(TestDatabase database);

  /** Waits for runs to end. */
  protected abstract void end(@Nullable TurnQueue queue);

  static Stream<Arguments> cells() {
    List<String[]> rows =
        TABLE.lines().map(line -> line.substring(2, line.length() - 2).split(" \\| ")).toList();
    return Arrays.stream(DatabaseKind.values())
        .flatMap(
            kind ->
                rows.stream()
                    .skip(1)
                    .flatMap(
                        row ->
                            Stream.of(1, 2, 3, 4)
                                .filter(i -> !row[i].equals("-"))
                                .map(i -> Arguments.of(kind, rows.getFirst()[i], row[0], row[i]))));
  }

  @ParameterizedTest(name = "{0}: {1} × {2} → {3}")
  @MethodSource("cells")
  void follows(DatabaseKind kind, State state, String event, String expected) {
    try (TestDatabase database = kind.withTables(20)) {
      Node first = new Node(database, event.contains("deadline"));
      StoredTurn turn = in(state, event, first, database);
      if (event.contains("decided")) {
        String gate = first.store.find(TENANT, turn.turnId()).orElseThrow().gates().getFirst();
        if (event.contains("dies")) {
          first.close();
        }
        first.desk.settle(gate, BOSS, GateDecision.resolve(true));
      }
      try (Node other = new Node(database, false).start()) {
        if (expected.equals("rests")) {
          other.ends(other.accept("c-2").turnId());
          assertThat(other.store.find(SCOPE, turn.turnId()).orElseThrow().state())
              .isEqualTo(State.WAITING);
          return;
        }
        StoredTurn ended = other.ends(turn.turnId());
        assertThat(ended.state()).isEqualTo(State.COMPLETED);
        if (expected.contains("attempt")) {
          assertThat("ends in attempt " + ended.attempt()).isEqualTo(expected);
          assertThat(other.store.finish(turn, State.FAILED, null)).as("of its old node").isFalse();
        }
        assertThat(other.store.open(SCOPE)).isEmpty();
      } finally {
        first.close();
      }
    }
  }

  /** Returns the turn in that state, whose node is gone where the event says so. */
  private StoredTurn in(State state, String event, Node first, TestDatabase database) {
    switch (state) {
      case QUEUED -> {
        first.accept("c-1");
        return first.accept("c-1");
      }
      case READY -> {
        return first.accept("c-1");
      }
      case RUNNING -> {
        StoredTurn ready = first.accept("c-1");
        return event.contains("dies")
            ? claimAndDie(database, first.store, ready.turnId())
            : handedOver(first, ready);
      }
      default -> {
        first.plays = Plays.PARKS;
        first.start();
        StoredTurn turn = first.accept("c-1");
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    first.store.find(SCOPE, turn.turnId()).orElseThrow().state() == State.WAITING
                        && rests(database));
        first.plays = Plays.ENDS;
        if (event.startsWith("the node")) {
          first.close();
        }
        return turn;
      }
    }
  }

  private static StoredTurn handedOver(Node first, StoredTurn ready) {
    first.plays = Plays.HANDS_OVER;
    first.start();
    await().atMost(PATIENCE).until(() -> first.claimed != null);
    StoredTurn claimed = first.claimed;
    first.close();
    assertThat(claimed.turnId()).isEqualTo(ready.turnId());
    return claimed;
  }

  private enum Plays {
    ENDS,
    PARKS,
    HANDS_OVER
  }

  /** A process. */
  private final class Node implements AutoCloseable {
    final JdbcTurnStore store;
    final GateService desk;
    private final boolean overdue;
    private final @Nullable TurnQueue queue;
    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable TurnResumer resumer;
    volatile Plays plays = Plays.ENDS;
    volatile @Nullable StoredTurn claimed;

    Node(TestDatabase database, boolean overdue) {
      this.overdue = overdue;
      store = JdbcTurnStore.of(database.dataSource());
      desk = Stores.desk(store);
      queue = queue(database.dataSource());
      if (queue != null) {
        store.queue(queue);
      }
    }

    Node start() {
      resumer =
          TurnResumer.builder(desk, this::run)
              .queue(queue)
              .interval(Duration.ofMillis(100))
              .lease(Duration.ofMinutes(10))
              .build();
      return this;
    }

    private void run(StoredTurn turn) throws Exception {
      claimed = turn;
      switch (plays) {
        case ENDS -> store.finish(turn, State.COMPLETED, null);
        case PARKS -> park(turn);
        case HANDS_OVER -> {
          closing.await();
          store.release(turn);
        }
      }
    }

    private void park(StoredTurn turn) {
      StoredTurn.Call call =
          new StoredTurn.Call(
              "a", null, "pay", JsonValue.of(Map.of()), null, null, null, null, false);
      TurnStore.Opening opening =
          new TurnStore.Opening(
              Ids.next(),
              SCOPE,
              turn.turnId(),
              "gate",
              null,
              "approval",
              null,
              false,
              "pay",
              null,
              "a",
              overdue ? Duration.ofMillis(300) : null,
              TurnStore.Opening.NOBODY);
      store.save(turn.asking(0, List.of(call), turn.results()), Map.of("a", opening), saved -> {});
    }

    StoredTurn accept(String conversation) {
      return store
          .accept(
              StoredTurn.of(
                  Scope.of(TENANT, "ann", conversation),
                  Ids.next(),
                  null,
                  new StoredTurn.Acceptance(JsonValue.of(List.of()), null, "f", 0),
                  Instant.EPOCH),
              100,
              null)
          .turn();
    }

    StoredTurn ends(String turnId) {
      await()
          .atMost(PATIENCE)
          .until(() -> store.find(TENANT, turnId).orElseThrow().state().isFinal());
      return store.find(TENANT, turnId).orElseThrow();
    }

    @Override
    public void close() {
      closing.countDown();
      if (resumer != null) {
        resumer.close();
        resumer = null;
        end(queue);
      }
    }
  }
}
