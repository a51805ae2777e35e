package dev.adk4j.test.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.internal.Together;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Contract tests for the waiting turns of a {@link TurnStore}. Each test uses a separate tenant, so
 * data left by other tests does not matter.
 */
@Timeout(300)
public abstract class WaitingTurnStoreContractTests extends TurnStoreFixture {

  private static final Duration MOMENT = Duration.ofMillis(1);

  /** Returns one process's store on the shared database. */
  @Override
  protected abstract TurnStore store();

  @Test
  void findsWhatWasSaved() {
    StoredTurn turn =
        turn(
            new StoredTurn.Call(
                "call-1",
                "provider-1",
                "pay",
                JsonValue.of(Map.of("text", ODD, "big", 9007199254740993L)),
                JsonValue.of(Map.of("signature", ODD)),
                "vendor/1",
                null,
                null,
                false),
            new StoredTurn.Call(
                "call-2", null, "pay", JsonValue.of(Map.of()), null, null, ODD, null, false));
    StoredTurn saved = save(turn, "call-1");
    assertThat(found(turn)).isEqualTo(saved);
    assertThat(saved.state()).isEqualTo(State.WAITING);
    assertThat(saved.phase()).isEqualTo(Phase.ASKED);
    assertThat(saved.iteration()).isEqualTo(2);
    assertThat(saved.memo()).isEqualTo(turn.memo());
    assertThat(saved.results()).isEqualTo(turn.results());
    assertThat(saved.calls().get(0).withGate(null)).isEqualTo(turn.calls().get(0));
    assertThat(saved.calls().get(1)).isEqualTo(turn.calls().get(1));
    assertThat(saved.token()).isZero();
  }

  @Test
  void opensTheGatesOfTheCalls() {
    StoredTurn saved = save(turn(call("call-1"), call("call-2")), "call-1", "call-2");
    assertThat(saved.gates()).hasSize(2);
    GateRecord gate = gate(saved.gates().getFirst());
    assertThat(gate.state()).isEqualTo(GateState.OPEN);
    assertThat(gate.turnId()).isEqualTo(saved.turnId());
    assertThat(gate.orphaned()).isFalse();
  }

  /** Other processes may write to the same database: only rows added here are certain. */
  @Test
  void countsTurnsThatHaveNotEnded() {
    StoredTurn one = save(turn(call("call-1")), "call-1");
    save(turn(call("call-1")), "call-1");
    assertThat(store.counts().waiting()).isGreaterThanOrEqualTo(2);
    StoredTurn claimed = store.claim(tenant, one.turnId(), "node", LONG).orElseThrow();
    assertThat(store.counts().waiting()).isGreaterThanOrEqualTo(1);
    assertThat(store.counts().running()).isGreaterThanOrEqualTo(1);
    assertThat(store.finish(claimed, State.COMPLETED, null)).isTrue();
  }

  @Test
  void showsATurnToItsConversationOnly() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    for (Scope other :
        List.of(Scope.of(tenant, "ann", "c-2"), Scope.of("other-" + tenant, "ann", "c-1"))) {
      assertThat(store.find(other, saved.turnId())).isEmpty();
      assertThat(store.open(other)).isEmpty();
    }
    assertThat(store.open(scope)).containsExactly(saved);
    assertThat(store.claim("other-" + tenant, saved.turnId(), "node", LONG)).isEmpty();
  }

  @Test
  void isReadyWhenEveryGateIsDecided() {
    StoredTurn saved =
        save(turn(call("call-1"), call("call-2"), call("call-3")), "call-1", "call-3");
    assertThat(ready()).isEmpty();
    settle(saved.gates().get(1), false);
    assertThat(ready()).isEmpty();
    settle(saved.gates().get(0), true); // must still be checked by the resuming process
    assertThat(ready()).containsExactly(saved.turnId());
  }

  @Test
  void isClaimedByOneOfMany() throws Exception {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    List<StoredTurn> won = new CopyOnWriteArrayList<>();
    Together.run(
        Together.THREADS,
        thread -> store.claim(tenant, saved.turnId(), "node-" + thread, LONG).ifPresent(won::add));
    assertThat(won).hasSize(1);
    assertThat(found(saved).state()).isEqualTo(State.RUNNING);
    assertThat(found(saved).attempt()).isEqualTo(1);
    assertThat(store.open(scope)).hasSize(1);
  }

  @Test
  void aClaimThatRanOutChangesNothing() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    settle(saved.gates().getFirst(), false);
    StoredTurn old = claim(saved, MOMENT);
    StoredTurn taken = claim(saved, LONG);
    assertThat(taken.token()).isGreaterThan(old.token());
    assertThat(taken.attempt()).isEqualTo(2);

    assertThat(store.renew(old, LONG)).isFalse();
    assertThat(store.start(old, "call-1")).isFalse();
    assertThat(store.release(old)).isFalse();
    assertThat(store.finish(old, State.COMPLETED, null)).isFalse();
    fenced(() -> store.advance(old.at(Phase.CALLED, 3, null)));
    fenced(() -> store.save(old, Map.of(), saving -> {}));
    assertThat(found(saved)).isEqualTo(taken);
  }

  @Test
  void aRenewedClaimIsNotTaken() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    settle(saved.gates().getFirst(), false);
    StoredTurn mine = claim(saved, LONG);
    assertThat(store.renew(mine, LONG)).isTrue();
    assertThat(ready()).isEmpty();
    assertThat(store.claim(tenant, saved.turnId(), "other", LONG)).isEmpty();
  }

  @Test
  void isReadyAgainWhereTheClaimRanOutOrWasGivenBack() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    settle(saved.gates().getFirst(), false);
    StoredTurn claimed = claim(saved, LONG);
    assertThat(ready()).isEmpty();
    assertThat(store.release(claimed)).isTrue();
    assertThat(ready()).hasSize(1);
    assertThat(found(saved).state()).isEqualTo(State.WAITING);
    claim(saved, MOMENT);
    eventually(() -> !ready().isEmpty());
  }

  @Test
  void startsACallOnce() {
    StoredTurn saved = save(turn(call("call-1"), call("call-2")), "call-1");
    StoredTurn first = claim(saved, MOMENT);
    assertThat(store.start(first, "call-2")).isTrue();
    assertThat(store.start(first, "call-2")).isFalse();
    StoredTurn second = claim(saved, LONG);
    assertThat(store.start(second, "call-2")).isFalse();
    assertThat(store.start(second, "call-1")).isTrue();
  }

  @Test
  void keepsHowFarItCame() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    StoredTurn claimed = claim(saved, MOMENT);
    store.advance(claimed.at(Phase.CALLED, 3, null));
    StoredTurn.Answer answer = new StoredTurn.Answer("m-1", ODD);
    store.advance(claimed.at(Phase.ANSWERED, 4, answer));
    StoredTurn taken = claim(saved, LONG);
    assertThat(taken.phase()).isEqualTo(Phase.ANSWERED);
    assertThat(taken.iteration()).isEqualTo(4);
    assertThat(taken.answer()).isEqualTo(answer);
  }

  @Test
  void isOverWhenItIsFinished() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    StoredTurn claimed = claim(saved, LONG);
    assertThat(store.finish(claimed, State.FAILED, "E_SOMETHING")).isTrue();
    assertThat(store.finish(claimed, State.COMPLETED, null)).isFalse();
    assertThat(found(saved).state()).isEqualTo(State.FAILED);
    assertThat(found(saved).error()).isEqualTo("E_SOMETHING");
    assertThat(store.open(scope)).isEmpty();
    assertThat(ready()).isEmpty();
    assertThat(store.claim(tenant, saved.turnId(), "node", LONG)).isEmpty();
  }

  @Test
  void waitsAnewWithOtherCalls() {
    StoredTurn saved = save(turn(call("call-1")), "call-1");
    StoredTurn claimed = claim(saved, LONG).at(Phase.ASKED, 5, null);
    StoredTurn again = save(claimed.withCalls(List.of(call("call-2"), call("call-3"))), "call-3");
    assertThat(again.state()).isEqualTo(State.WAITING);
    assertThat(again.iteration()).isEqualTo(5);
    assertThat(again.attempt()).isZero();
    assertThat(again.calls()).extracting(StoredTurn.Call::id).containsExactly("call-2", "call-3");
    assertThat(found(saved)).isEqualTo(again);
    assertThat(again.gates()).isNotEqualTo(saved.gates());
    assertThat(store.renew(claimed, LONG)).isFalse();
    assertThat(claim(again, LONG).token()).isGreaterThan(claimed.token());
  }

  @Test
  void whoLostTheClaimOpensNoGate() {
    StoredTurn held = claim(accept(scope, null).turnId());
    store.take(tenant, held.turnId(), "other", LONG).orElseThrow();
    fenced(() -> park(held, null));
    assertThat(store.gate(tenant, held.turnId(), "gate")).isEmpty();
  }

  @Test
  void aTurnThatWaitsForTheFirstTimeReplacesNoOther() {
    StoredTurn known = accept(scope, null);
    StoredTurn other =
        StoredTurn.of(scope, known.turnId(), null, null, Instant.EPOCH)
            .asking(0, List.of(call("call-1")), JsonValue.of(Map.of()));
    StoredTurn before = found(known);
    refused(AdkErrorCode.E_STORAGE_CONFLICT, () -> park(other, null));
    assertThat(found(known)).isEqualTo(before);
    assertThat(store.gate(tenant, known.turnId(), "gate")).isEmpty();
  }

  private StoredTurn turn(StoredTurn.Call... calls) {
    return StoredTurn.of(scope, Ids.next(), JsonValue.of(ODD), null, Instant.EPOCH)
        .asking(2, List.of(calls), JsonValue.of(Map.of("inlineUpTo", 10)));
  }

  private StoredTurn save(StoredTurn turn, String... gated) {
    Map<String, TurnStore.Opening> openings = new HashMap<>();
    for (String call : gated) {
      openings.put(call, opening(turn, "gate-" + call, "key-" + call, call, null));
    }
    return save(turn, openings);
  }

  private GateRecord gate(String ref) {
    return store.gate(tenant, ref).orElseThrow();
  }

  /** Takes over the turn as soon as possible. */
  private StoredTurn claim(StoredTurn turn, Duration lease) {
    return eventually(() -> store.claim(tenant, turn.turnId(), "node", lease), Optional::isPresent)
        .orElseThrow();
  }
}
