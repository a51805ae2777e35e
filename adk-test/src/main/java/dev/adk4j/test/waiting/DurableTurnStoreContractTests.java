package dev.adk4j.test.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.TurnQueue;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurn.Phase;
import dev.adk4j.waiting.WaitingTurn.State;
import dev.adk4j.waiting.WaitingTurnStore;
import dev.adk4j.waiting.WaitingTurnStore.Accepted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The rules of a {@link WaitingTurnStore} for durable turns. Each test works in a tenant of its
 * own, so data left over by one does not matter.
 */
@Timeout(300)
public abstract class DurableTurnStoreContractTests {

  private static final Duration LONG = Duration.ofHours(1);
  private static final String ODD = "a\u0000b \ud83d\ude00 \u0010";

  /** The tenant of this test. */
  protected final String tenant = "tenant-" + Ids.next();

  /** The scope of the turns. */
  protected final Scope scope = Scope.of(tenant, "ann", "c-1");

  private final List<String> enqueued = new CopyOnWriteArrayList<>();
  private final List<String> woken = new CopyOnWriteArrayList<>();
  private WaitingTurnStore store;

  /** A store of the one database, as one process has it. */
  protected abstract WaitingTurnStore store();

  @BeforeEach
  void open() {
    store = store();
    store.queue(new Told());
  }

  private final class Told implements TurnQueue {
    @Override
    public void start(Worker worker) {}

    @Override
    public void enqueue(Turn turn, Transaction transaction) {
      assertThat(turn.tenant()).isEqualTo(tenant);
      enqueued.add(turn.turnId());
    }

    @Override
    public void wake(Turn turn) {
      woken.add(turn.turnId());
    }

    @Override
    public void close() {}
  }

  @Test
  void findsWhatWasAccepted() {
    WaitingTurn asked = turn(scope, "key " + ODD, ODD);
    Accepted accepted = store.accept(asked, 10, null);
    assertThat(accepted.isNew()).isTrue();
    WaitingTurn turn = accepted.turn();
    assertThat(turn.state()).isEqualTo(State.READY);
    assertThat(turn.phase()).isEqualTo(Phase.ACCEPTED);
    assertThat(turn.acceptance()).isEqualTo(asked.acceptance());
    assertThat(turn.memo()).isEqualTo(asked.memo());
    assertThat(turn.isDurable()).isTrue();
    assertThat(store.find(scope, asked.turnId())).contains(turn);
    assertThat(store.find(tenant, asked.turnId())).contains(turn);
    assertThat(store.findByKey(scope, "key " + ODD)).contains(turn);
    assertThat(store.findByKey(Scope.of(tenant, "ann", "c-2"), "key " + ODD)).isEmpty();
    assertThat(store.find("other-" + tenant, asked.turnId())).isEmpty();
    assertThat(store.open(scope)).containsExactly(turn);
  }

  @Test
  void runsTheTurnsOfAConversationInTheOrderOfTheirAcceptance() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(accept(scope, null).turnId());
    }
    WaitingTurn elsewhere = accept(Scope.of(tenant, "ann", "c-2"), null);
    assertThat(elsewhere.state()).isEqualTo(State.READY);
    List<String> ran = new ArrayList<>();
    for (String id : ids) {
      assertThat(states()).filteredOn(State.READY::equals).hasSize(1);
      WaitingTurn mine = claim(id);
      ran.add(mine.turnId());
      assertThat(store.finish(mine, State.COMPLETED, null)).isTrue();
    }
    assertThat(ran).isEqualTo(ids);
    List<String> told = new ArrayList<>(ids);
    told.add(1, elsewhere.turnId());
    assertThat(enqueued).isEqualTo(told);
    assertThat(woken).isEqualTo(told);
    assertThat(store.open(scope)).isEmpty();
  }

  @Test
  void givesAQueuedTurnToNobody() {
    accept(scope, null);
    WaitingTurn second = accept(scope, null);
    assertThat(second.state()).isEqualTo(State.QUEUED);
    assertThat(store.claim(tenant, second.turnId(), "node", LONG)).isEmpty();
    assertThat(store.take(tenant, second.turnId(), "node", LONG)).isEmpty();
  }

  /** Neither looks into the store in between, which would find those that were forgotten. */
  @Test
  void forgetsNoTurnThatIsAcceptedWhileAnotherEnds() throws Exception {
    int many = 40;
    CyclicBarrier together = new CyclicBarrier(4);
    List<Future<?>> senders = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < 4; thread++) {
        senders.add(
            threads.submit(
                () -> {
                  together.await();
                  for (int i = 0; i < many / 4; i++) {
                    accept(scope, null);
                  }
                  return true;
                }));
      }
      int ended = 0;
      long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
      while (ended < many) {
        assertThat(System.nanoTime()).as("%s of %s ended", ended, many).isLessThan(end);
        if (ended < enqueued.size()) {
          WaitingTurn mine = claim(enqueued.get(ended));
          assertThat(states()).filteredOn(s -> s == State.READY || s == State.RUNNING).hasSize(1);
          assertThat(store.finish(mine, State.COMPLETED, null)).isTrue();
          ended++;
        }
        Thread.onSpinWait();
      }
      for (Future<?> sender : senders) {
        sender.get();
      }
    }
    assertThat(enqueued).doesNotHaveDuplicates().hasSize(many);
    assertThat(store.open(scope)).isEmpty();
  }

  @Test
  void isOneTurnForTheSameRequest() throws Exception {
    int many = 8;
    CyclicBarrier together = new CyclicBarrier(many);
    List<Future<Accepted>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < many; i++) {
        all.add(
            threads.submit(
                () -> {
                  together.await();
                  return store.accept(turn(scope, "order-1", "same"), 10, null);
                }));
      }
    }
    List<Accepted> accepted = new ArrayList<>();
    for (Future<Accepted> each : all) {
      accepted.add(each.get());
    }
    assertThat(accepted).filteredOn(Accepted::isNew).hasSize(1);
    assertThat(accepted).extracting(each -> each.turn().turnId()).containsOnly(id(accepted));
    assertThat(store.open(scope)).hasSize(1);
    assertThat(enqueued).hasSize(1);

    finish(claim(id(accepted)));
    Accepted later = store.accept(turn(scope, "order-1", "same"), 10, null);
    assertThat(later.isNew()).isFalse();
    assertThat(later.turn().state()).isEqualTo(State.COMPLETED);
  }

  private static String id(List<Accepted> accepted) {
    return accepted.getFirst().turn().turnId();
  }

  @Test
  void refusesAnotherRequestUnderTheSameKey() {
    store.accept(turn(scope, "order-1", "one"), 10, null);
    refused(
        AdkErrorCode.E_STORAGE_CONFLICT,
        () -> store.accept(turn(scope, "order-1", "two"), 10, null));
    Scope other = Scope.of(tenant, "ann", "c-2");
    assertThat(store.accept(turn(other, "order-1", "two"), 10, null).isNew()).isTrue();
  }

  @Test
  void refusesWhatDoesNotFitIntoTheQueue() {
    accept(scope, null);
    store.accept(turn(scope, null, "x"), 2, null);
    store.accept(turn(scope, null, "x"), 2, null);
    refused(AdkErrorCode.E_LIMIT_REACHED, () -> store.accept(turn(scope, null, "x"), 2, null));
    assertThat(store.open(scope)).hasSize(3);
  }

  @Test
  void queuesBehindATurnThatWaits() {
    WaitingTurn waits =
        new WaitingTurn(
            scope,
            Ids.next(),
            State.WAITING,
            Phase.ASKED,
            0,
            0,
            0,
            List.of(call("call-1")),
            JsonValue.of(Map.of()),
            null,
            null,
            null,
            Instant.EPOCH,
            Instant.EPOCH);
    store.save(waits, Map.of(), saved -> {});
    WaitingTurn behind = accept(scope, null);
    assertThat(behind.state()).isEqualTo(State.QUEUED);
    finish(claim(waits.turnId()));
    assertThat(found(behind).state()).isEqualTo(State.READY);
    assertThat(enqueued).containsExactly(behind.turnId());
  }

  @Test
  void waitsInItsLane() {
    WaitingTurn turn = claim(accept(scope, null).turnId());
    WaitingTurn behind = accept(scope, null);
    store.save(turn.asking(0, List.of(call("call-1")), turn.results()), Map.of(), saved -> {});
    assertThat(found(turn).state()).isEqualTo(State.WAITING);
    assertThat(found(turn).acceptance()).isEqualTo(turn.acceptance());
    assertThat(found(behind).state()).isEqualTo(State.QUEUED);
    finish(claim(turn.turnId()));
    assertThat(found(behind).state()).isEqualTo(State.READY);
  }

  @Test
  void aTurnThatWasTakenCanBeChangedByItsTakerOnly() {
    WaitingTurn old = claim(accept(scope, null).turnId());
    assertThat(store.claim(tenant, old.turnId(), "other", LONG)).isEmpty();
    WaitingTurn taken = store.take(tenant, old.turnId(), "other", LONG).orElseThrow();
    assertThat(taken.token()).isGreaterThan(old.token());
    assertThat(taken.attempt()).isEqualTo(2);

    WaitingTurn asking = old.asking(0, List.of(call("call-1")), old.results());
    fenced(() -> store.hold(old));
    fenced(() -> store.ask(asking));
    fenced(() -> store.done(old, List.of("call-1")));
    fenced(() -> store.advance(old.at(Phase.CALLED, 1, null)));
    fenced(() -> store.save(asking, Map.of(), saved -> {}));
    assertThat(store.renew(old, LONG)).isFalse();
    assertThat(store.release(old)).isFalse();
    assertThat(store.finish(old, State.COMPLETED, null)).isFalse();
    assertThat(found(old)).isEqualTo(taken);
    store.hold(taken);
    finish(taken);
    assertThat(store.take(tenant, old.turnId(), "other", LONG)).isEmpty();
  }

  @Test
  void keepsTheCallsThatHaveNoRecord() {
    WaitingTurn turn = claim(accept(scope, null).turnId());
    List<WaitingTurn.Call> calls =
        List.of(call("call-1").withStarted(true), call("call-2"), call("call-3"));
    store.ask(turn.asking(0, calls, JsonValue.of(Map.of("inlineUpTo", 7))));
    assertThat(store.start(turn, "call-1")).isFalse();
    store.done(turn, List.of("call-1"));
    assertThat(store.start(turn, "call-2")).isTrue();

    WaitingTurn taken = store.take(tenant, turn.turnId(), "other", LONG).orElseThrow();
    assertThat(taken.phase()).isEqualTo(Phase.ASKED);
    assertThat(taken.iteration()).isZero();
    assertThat(taken.results()).isEqualTo(JsonValue.of(Map.of("inlineUpTo", 7)));
    assertThat(taken.calls()).containsExactly(call("call-2").withStarted(true), call("call-3"));
    assertThat(store.start(taken, "call-2")).isFalse();
    assertThat(store.start(taken, "call-3")).isTrue();

    store.advance(taken.at(Phase.CALLED, 1, null));
    store.ask(taken.asking(1, List.of(call("call-4")), JsonValue.of(Map.of())));
    WaitingTurn again = store.take(tenant, turn.turnId(), "node", LONG).orElseThrow();
    assertThat(again.calls()).containsExactly(call("call-4"));
    assertThat(again.iteration()).isEqualTo(1);
  }

  @Test
  void aClaimThatIsGivenBackIsNoAttempt() {
    WaitingTurn turn = claim(accept(scope, null).turnId());
    assertThat(turn.attempt()).isEqualTo(1);
    assertThat(store.release(turn)).isTrue();
    assertThat(claim(turn.turnId()).attempt()).isEqualTo(1);
  }

  @Test
  void findsTurnsThatCouldGoOn() {
    WaitingTurn ready = accept(scope, null);
    accept(scope, null);
    assertThat(mine(store.ready(1000))).containsExactly(ready.turnId());
    assertThat(mine(store.resting(1000))).isEmpty();
    WaitingTurn claimed = claim(ready.turnId());
    assertThat(mine(store.ready(1000))).isEmpty();
    store.release(claimed);
    assertThat(mine(store.ready(1000))).containsExactly(ready.turnId());
    assertThat(mine(store.resting(1000))).containsExactly(ready.turnId());
    assertThat(store.counts().queued()).isGreaterThanOrEqualTo(1);
  }

  private List<String> mine(List<WaitingTurn> turns) {
    return turns.stream()
        .filter(turn -> turn.scope().tenant().equals(tenant))
        .map(WaitingTurn::turnId)
        .toList();
  }

  private List<State> states() {
    return store.open(scope).stream().map(WaitingTurn::state).toList();
  }

  private WaitingTurn accept(Scope scope, @Nullable String key) {
    return store.accept(turn(scope, key, "x"), 1000, null).turn();
  }

  private WaitingTurn claim(String turnId) {
    return store.claim(tenant, turnId, "node", LONG).orElseThrow();
  }

  private WaitingTurn found(WaitingTurn turn) {
    return store.find(scope, turn.turnId()).orElseThrow();
  }

  private void finish(WaitingTurn turn) {
    assertThat(store.finish(turn, State.COMPLETED, null)).isTrue();
  }

  private static WaitingTurn.Call call(String id) {
    return new WaitingTurn.Call(
        id, null, "pay", JsonValue.of(Map.of("call", id)), null, null, null, null);
  }

  private static WaitingTurn turn(Scope scope, @Nullable String key, String fingerprint) {
    return new WaitingTurn(
        scope,
        Ids.next(),
        State.READY,
        Phase.ACCEPTED,
        0,
        0,
        0,
        List.of(),
        JsonValue.of(Map.of()),
        JsonValue.of(ODD),
        null,
        null,
        Instant.EPOCH,
        Instant.EPOCH,
        new WaitingTurn.Acceptance(JsonValue.of(List.of(ODD)), key, fingerprint));
  }

  private static void fenced(ThrowingCallable call) {
    refused(AdkErrorCode.E_TURN_FENCED, call);
  }

  private static void refused(AdkErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call).satisfies(e -> assertThat(AdkException.is(e, code)).isTrue());
  }
}
