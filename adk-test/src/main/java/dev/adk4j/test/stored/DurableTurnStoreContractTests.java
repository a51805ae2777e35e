package dev.adk4j.test.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.stored.TurnStore.Accepted;
import dev.adk4j.stored.TurnStore.Listed;
import dev.adk4j.stored.TurnStore.Place;
import dev.adk4j.stored.TurnStore.Search;
import dev.adk4j.test.internal.Together;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Contract tests for the durable turns of a {@link TurnStore}. Each test uses a separate tenant, so
 * data left by other tests does not matter.
 */
@Timeout(300)
public abstract class DurableTurnStoreContractTests extends TurnInboxContract {

  /** Returns one process's store on the shared database. */
  @Override
  protected abstract TurnStore store();

  @Test
  void findsWhatWasAccepted() {
    StoredTurn asked = turn(scope, "key " + ODD, ODD);
    Accepted accepted = store.accept(asked, 10, null);
    assertThat(accepted.isNew()).isTrue();
    StoredTurn turn = accepted.turn();
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
    StoredTurn elsewhere = accept(Scope.of(tenant, "ann", "c-2"), null);
    assertThat(elsewhere.state()).isEqualTo(State.READY);
    List<String> ran = new ArrayList<>();
    for (String id : ids) {
      assertThat(states()).filteredOn(State.READY::equals).hasSize(1);
      StoredTurn mine = claim(id);
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

  /** Does not query the store in between, which would find missed turns. */
  @Test
  void forgetsNoTurnThatIsAcceptedWhileAnotherEnds() throws Exception {
    int senders = 4;
    int each = 10;
    Together.run(
        1 + senders,
        thread -> {
          if (thread == 0) {
            for (int ended = 0; ended < senders * each; ended++) {
              endWoken(ended);
            }
          } else {
            for (int i = 0; i < each; i++) {
              accept(scope, null);
            }
          }
        });
    assertThat(enqueued).doesNotHaveDuplicates().hasSize(senders * each);
    assertThat(store.open(scope)).isEmpty();
  }

  private void endWoken(int number) {
    // woken after the commit; enqueued turns may not be visible yet
    eventually(() -> number < woken.size());
    StoredTurn mine = claim(woken.get(number));
    assertThat(states()).filteredOn(s -> s == State.READY || s == State.RUNNING).hasSize(1);
    finish(mine);
  }

  @Test
  void isOneTurnForTheSameRequest() throws Exception {
    List<Accepted> accepted = new CopyOnWriteArrayList<>();
    Together.run(
        Together.THREADS,
        thread -> accepted.add(store.accept(turn(scope, "order-1", "same"), 10, null)));
    assertThat(accepted).filteredOn(Accepted::isNew).hasSize(1);
    String id = accepted.getFirst().turn().turnId();
    assertThat(accepted).extracting(each -> each.turn().turnId()).containsOnly(id);
    assertThat(store.open(scope)).hasSize(1);
    assertThat(enqueued).hasSize(1);

    finish(claim(id));
    Accepted later = store.accept(turn(scope, "order-1", "same"), 10, null);
    assertThat(later.isNew()).isFalse();
    assertThat(later.turn().state()).isEqualTo(State.COMPLETED);
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
    StoredTurn waits = waits(scope, call("call-1"));
    store.save(waits, Map.of(), saved -> {});
    StoredTurn behind = accept(scope, null);
    assertThat(behind.state()).isEqualTo(State.QUEUED);
    finish(claim(waits.turnId()));
    assertThat(found(behind).state()).isEqualTo(State.READY);
    assertThat(enqueued).containsExactly(behind.turnId());
  }

  @Test
  void waitsInItsLane() {
    StoredTurn turn = claim(accept(scope, null).turnId());
    StoredTurn behind = accept(scope, null);
    store.save(turn.asking(0, List.of(call("call-1")), turn.results()), Map.of(), saved -> {});
    assertThat(found(turn).state()).isEqualTo(State.WAITING);
    assertThat(found(turn).isDurable()).isTrue();
    assertThat(fingerprint(found(turn))).isEqualTo(fingerprint(turn));
    assertThat(found(behind).state()).isEqualTo(State.QUEUED);
    finish(claim(turn.turnId()));
    assertThat(found(behind).state()).isEqualTo(State.READY);
  }

  @Test
  void aTurnThatWasTakenCanBeChangedByItsTakerOnly() {
    StoredTurn old = claim(accept(scope, null).turnId());
    assertThat(store.claim(tenant, old.turnId(), "other", LONG)).isEmpty();
    StoredTurn taken = store.take(tenant, old.turnId(), "other", LONG).orElseThrow();
    assertThat(taken.token()).isGreaterThan(old.token());
    assertThat(taken.attempt()).isEqualTo(2);

    StoredTurn asking = old.asking(0, List.of(call("call-1")), old.results());
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
    StoredTurn turn = claim(accept(scope, null).turnId());
    List<StoredTurn.Call> calls =
        List.of(call("call-1").withStarted(true), call("call-2"), call("call-3"));
    StoredTurn asking = turn.asking(0, calls, JsonValue.of(Map.of("inlineUpTo", 7)));
    List.of(asking, asking).forEach(store::ask); // the second time, the answer was lost
    assertThat(store.start(turn, "call-1")).isFalse();
    store.done(turn, List.of("call-1"));
    assertThat(store.start(turn, "call-2")).isTrue();

    StoredTurn taken = store.take(tenant, turn.turnId(), "other", LONG).orElseThrow();
    assertThat(taken.phase()).isEqualTo(Phase.ASKED);
    assertThat(taken.iteration()).isZero();
    assertThat(taken.results()).isEqualTo(JsonValue.of(Map.of("inlineUpTo", 7)));
    assertThat(taken.calls()).containsExactly(call("call-2").withStarted(true), call("call-3"));
    assertThat(store.start(taken, "call-2")).isFalse();
    assertThat(store.start(taken, "call-3")).isTrue();

    store.advance(taken.at(Phase.CALLED, 1, null));
    store.ask(taken.asking(1, List.of(call("call-4")), JsonValue.of(Map.of())));
    StoredTurn again = store.take(tenant, turn.turnId(), "node", LONG).orElseThrow();
    assertThat(again.calls()).containsExactly(call("call-4"));
    assertThat(again.iteration()).isEqualTo(1);
  }

  @Test
  void findsTurnsThatCouldGoOn() {
    StoredTurn ready = accept(scope, null);
    accept(scope, null);
    assertThat(ready()).containsExactly(ready.turnId());
    assertThat(mine(store.resting(1000))).isEmpty();
    StoredTurn claimed = claim(ready.turnId());
    assertThat(ready()).isEmpty();
    store.release(claimed);
    assertThat(ready()).containsExactly(ready.turnId());
    assertThat(mine(store.resting(1000))).as("known to a queue").isEmpty();
    assertThat(store.counts().queued()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void beginsWithTheHigherPriority() {
    List<String> ids = new ArrayList<>();
    for (int priority : new int[] {0, -100, 100}) {
      StoredTurn.Acceptance asked =
          new StoredTurn.Acceptance(JsonValue.of(List.of()), null, "f", priority);
      Scope conversation = scope.withConversation("c" + priority);
      StoredTurn turn = StoredTurn.of(conversation, Ids.next(), null, asked, Instant.EPOCH);
      ids.add(store.accept(turn, 10, null).turn().turnId());
    }
    assertThat(ready()).containsExactly(ids.get(2), ids.get(0), ids.get(1));
    assertThat(claim(ids.get(1)).acceptance())
        .extracting(StoredTurn.Acceptance::priority)
        .isEqualTo(-100);
  }

  @Test
  void aClaimThatIsGivenBackLeavesTheTurnReady() {
    StoredTurn turn = claim(accept(scope, null).turnId());
    accept(scope, null);
    store.release(turn);
    assertThat(states()).containsExactly(State.READY, State.QUEUED);
    StoredTurn waits = claim(turn.turnId());
    park(waits, null);
    StoredTurn looked = claim(turn.turnId());
    store.release(looked);
    assertThat(states()).as("its gate is open").containsExactly(State.WAITING, State.QUEUED);
  }

  @Test
  void listsTurnsInPages() {
    StoredTurn first = claim(accept(scope, null).turnId());
    StoredTurn second = accept(scope, null);
    StoredTurn third = accept(Scope.of(tenant, "bob", "c-2"), null);
    List<Listed> all = list(Set.of(), null, 10);
    assertThat(all)
        .extracting(each -> each.turn().turnId())
        .containsExactlyInAnyOrder(first.turnId(), second.turnId(), third.turnId());
    assertThat(all)
        .filteredOn(each -> each.node() != null)
        .extracting(each -> each.turn().turnId(), Listed::node)
        .containsExactly(tuple(first.turnId(), "node"));
    assertThat(all).allSatisfy(each -> assertThat(each.turn().isDurable()).isTrue());
    assertThat(all).extracting(each -> each.turn().memo()).containsOnly(first.memo());

    List<Listed> page = list(Set.of(), null, 2);
    assertThat(page).isEqualTo(all.subList(0, 2));
    Place place = Place.of(page.getLast().turn());
    assertThat(list(Set.of(), place, 2)).isEqualTo(all.subList(2, 3));
    assertThat(list(Set.of(State.QUEUED, State.RUNNING), null, 10))
        .extracting(each -> each.turn().turnId())
        .containsExactlyInAnyOrder(first.turnId(), second.turnId());
    assertThat(store.list(new Search("other-" + tenant, null, Set.of(), null, 10))).isEmpty();
    assertThat(store.list(new Search(null, third.turnId(), Set.of(), null, 10)))
        .extracting(each -> each.turn().scope())
        .containsExactly(Scope.of(tenant, "bob", "c-2"));
  }

  private List<Listed> list(Set<State> states, @Nullable Place after, int limit) {
    return store.list(new Search(tenant, null, states, after, limit));
  }

  @Test
  void triesATurnAgainThatFailed() {
    StoredTurn failed = claim(accept(scope, null).turnId());
    store.ask(failed.asking(0, List.of(call("call-1").withStarted(true)), failed.results()));
    StoredTurn next = accept(scope, null);
    StoredTurn last = accept(scope, null);
    assertThat(store.retry(tenant, failed.turnId())).as("it runs").isFalse();
    store.finish(failed, State.FAILED, "E_OF_TEST");

    assertThat(store.retry("other-" + tenant, failed.turnId())).isFalse();
    assertThat(store.retry(tenant, failed.turnId())).isTrue();
    assertThat(store.retry(tenant, failed.turnId())).isFalse();
    assertThat(found(failed).state()).as("the next one is ready").isEqualTo(State.QUEUED);
    assertThat(found(failed).attempt()).isZero();
    assertThat(found(failed).error()).isNull();
    finish(claim(next.turnId()));
    assertThat(found(failed).state()).as("ahead of waiting messages").isEqualTo(State.READY);
    assertThat(found(last).state()).isEqualTo(State.QUEUED);
    assertThat(claim(failed.turnId()).calls()).containsExactly(call("call-1").withStarted(true));
    assertThat(enqueued).containsExactly(failed.turnId(), next.turnId(), failed.turnId());
    assertThat(woken).isEqualTo(enqueued);
  }

  private static String fingerprint(StoredTurn turn) {
    return Objects.requireNonNull(turn.acceptance()).fingerprint();
  }
}
