package dev.adk4j.test.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.internal.Together;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Contract tests for the gates of a {@link TurnStore}, accessed by the services of two processes.
 * Each test uses a separate tenant, so data left by other tests does not matter.
 */
@Timeout(300)
public abstract class GateStoreContractTests extends GateKeyContract {

  /** Returns one process's store on the shared database. */
  @Override
  protected abstract TurnStore store();

  @Test
  void recordsADecisionOfAnotherProcessAndResumes() throws Exception {
    GateWaiter<String> waiter = waiting();
    String ref = waiter.ref();
    assertThat(now(ref).state()).isEqualTo(GateState.OPEN);
    assertThat(now(ref).orphaned()).isFalse();

    GateRecord after = there.settle(ref, boss.withChannel("phone"), GateDecision.resolve("yes"));

    assertThat(waiter.value()).isEqualTo("YES");
    assertThat(waiter.result()).isEqualTo(GateState.RESOLVED);
    assertThat(after.state()).isEqualTo(GateState.RESOLVED);
    assertThat(after.scope()).isEqualTo(scope);
    assertThat(after.reason()).isEqualTo("question");
    assertThat(after.turnId()).isEqualTo(waiter.turnId());
    assertThat(after.gateId()).isEqualTo("g");
    assertThat(after.payload()).isEqualTo(JsonValue.of(Map.of("asks", "a word")));
    GateDecisionRecord decision = history(ref).getFirst();
    assertThat(history(ref)).hasSize(1);
    assertThat(decision.kind()).isEqualTo(GateDecision.Kind.RESOLVE);
    assertThat(decision.actor().name()).isEqualTo("boss");
    assertThat(decision.actor().authorities()).containsExactly("APPROVER", "READER");
    assertThat(decision.actor().channel()).isEqualTo("phone");
    assertThat(decision.value()).isEqualTo(JsonValue.of("yes"));
    assertThat(decision.edited()).isFalse();
    assertThat(decision.refused()).isFalse();
    GateReceipt receipt = waiter.receipt();
    assertThat(receipt.decisionId()).isEqualTo(after.decisionId()).isEqualTo(decision.id());
    assertThat(receipt.actor().name()).isEqualTo("boss");
    assertThat(receipt.found()).isFalse();
  }

  @Test
  void settlesOnTheSameNode() throws Exception {
    GateWaiter<String> waiter = waiting();
    assertThat(here.settle(waiter.ref(), boss, GateDecision.resolve("yes")).state())
        .isEqualTo(GateState.RESOLVED);
    assertThat(waiter.value()).isEqualTo("YES");
  }

  @Test
  void resolvesWithNull() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("question");
    there.settle(waiter.ref(), boss, GateDecision.resolve(null));
    assertThat(waiter.value()).isNull();
  }

  @Test
  void invalidValueLeavesTheGateOpenEverywhere() throws Exception {
    GateWaiter<String> waiter = waiting();
    String ref = waiter.ref();
    for (GateService service : List.of(there, here)) {
      assertCode(
          () -> service.settle(ref, boss, GateDecision.resolve("42")),
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION);
      assertThat(now(ref).state()).isEqualTo(GateState.OPEN);
      assertThat(waiter.isWaiting()).isTrue();
    }
    assertThat(history(ref))
        .extracting(GateDecisionRecord::refusal)
        .containsExactly(GateDecisionRecord.Refusal.INVALID, GateDecisionRecord.Refusal.INVALID);

    there.settle(ref, boss, GateDecision.resolve("ok"));
    assertThat(waiter.value()).isEqualTo("OK");
  }

  @Test
  void letsOneOfManyDecisionsWin() throws Exception {
    GateWaiter<String> waiter = waiting();
    String ref = waiter.ref();
    AtomicInteger won = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    Together.run(
        8,
        n -> {
          GateService service = n % 2 == 0 ? here : there;
          try {
            service.settle(ref, boss, GateDecision.resolve("a" + "b".repeat(n)));
            won.incrementAndGet();
          } catch (AdkException e) {
            assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_GATE_ALREADY_SETTLED);
            lost.incrementAndGet();
          }
        });
    assertThat(won).hasValue(1);
    assertThat(lost).hasValue(7);
    GateDecisionRecord winner =
        history(ref).stream().filter(d -> !d.refused()).findFirst().orElseThrow();
    assertThat(JsonValue.of(waiter.value().toLowerCase(java.util.Locale.ROOT)))
        .isEqualTo(winner.value());
    assertThat(history(ref))
        .filteredOn(GateDecisionRecord::refused)
        .hasSize(7)
        .allMatch(d -> d.refusal() == GateDecisionRecord.Refusal.CONFLICT);
  }

  @Test
  void refusesAReplayedDecision() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("question");
    there.settle(waiter.ref(), boss, GateDecision.resolve("yes"));
    assertThat(waiter.value()).isEqualTo("yes");
    refused(AdkErrorCode.E_GATE_ALREADY_SETTLED, waiter.ref(), boss, GateDecision.resolve("yes"));
    assertThat(history(waiter.ref()))
        .extracting(GateDecisionRecord::refusal)
        .containsExactly(null, GateDecisionRecord.Refusal.CONFLICT);
  }

  @Test
  void refusesAndRecordsMissingAuthorities() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("payment");
    String ref = waiter.ref();
    refused(AdkErrorCode.E_GATE_NOT_AUTHORIZED, ref, boss, GateDecision.resolve("yes"));
    assertThat(history(ref).getFirst().refusal())
        .isEqualTo(GateDecisionRecord.Refusal.UNAUTHORIZED);
    assertThat(history(ref).getFirst().actor().name()).isEqualTo("boss");
    assertThat(waiter.isWaiting()).isTrue();
    there.settle(ref, GateActor.of("payer", tenant, "PAYER"), GateDecision.abort());
    assertCode(waiter::value, AdkErrorCode.E_TURN_GATE_ABORTED);
  }

  @Test
  void refusesTheSubjectOfTheTurn() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("question");
    refused(
        AdkErrorCode.E_GATE_NOT_AUTHORIZED,
        waiter.ref(),
        GateActor.of("ann", tenant, "PAYER"),
        GateDecision.resolve(1));
    waiter.abort();
  }

  @Test
  void hidesGatesFromForeignTenants() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("question");
    refused(
        AdkErrorCode.E_GATE_NOT_FOUND,
        waiter.ref(),
        GateActor.of("boss", "another"),
        GateDecision.resolve(1));
    assertThat(history(waiter.ref())).as("visible gates of the tenant").isEmpty();
    assertThat(now(waiter.ref()).refusals()).isZero();
    GateDecisionRecord attempt = foreign(waiter.ref()).getFirst();
    assertThat(attempt.refusal()).isEqualTo(GateDecisionRecord.Refusal.FOREIGN_TENANT);
    assertThat(attempt.actor().name()).isEqualTo("boss");
    assertThat(attempt.actor().tenant()).isEqualTo("another");
    assertThat(attempt.value()).isNull();
    assertThat(there.list(GateQuery.UNDECIDED.withTenant("another"))).isEmpty();
    refused(AdkErrorCode.E_GATE_NOT_FOUND, Ids.next(), boss, GateDecision.abort());
    waiter.abort();
  }

  @Test
  void keepsTheNewestRefusedAttemptsWithoutContent() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("payment");
    String ref = waiter.ref();
    GateActor foreigner = GateActor.of("boss", "another");
    int attempts = TurnStore.REFUSALS_KEPT + 7;
    for (int i = 0; i < attempts; i++) {
      GateActor actor = GateActor.of("clerk-" + i, tenant);
      GateDecision decision =
          i % 2 == 0 ? GateDecision.resolve("x".repeat(100)) : GateDecision.reject("because");
      refused(AdkErrorCode.E_GATE_NOT_AUTHORIZED, ref, actor, decision);
      refused(AdkErrorCode.E_GATE_NOT_FOUND, ref, foreigner, decision);
    }

    assertThat(now(ref).refusals()).isEqualTo(attempts);
    assertThat(history(ref))
        .hasSize(TurnStore.REFUSALS_KEPT)
        .allSatisfy(
            refused -> {
              assertThat(refused.value()).isNull();
              assertThat(refused.valueKept()).isFalse();
              assertThat(refused.comment()).isNull();
            });
    assertThat(history(ref).getFirst().actor().name()).isEqualTo("clerk-7");
    assertThat(history(ref).getLast().actor().name()).isEqualTo("clerk-" + (attempts - 1));
    assertThat(foreign(ref)).hasSize(TurnStore.REFUSALS_KEPT);

    GateActor payer = GateActor.of("payer", tenant, "PAYER");
    there.settle(ref, payer, GateDecision.resolve("done"));
    assertThat(waiter.value()).isEqualTo("done");
    for (int i = 0; i < 3; i++) {
      refused(AdkErrorCode.E_GATE_ALREADY_SETTLED, ref, payer, GateDecision.resolve("late"));
    }
    assertThat(history(ref)).hasSize(TurnStore.REFUSALS_KEPT + 1);
    assertThat(history(ref))
        .filteredOn(decision -> !decision.refused())
        .singleElement()
        .satisfies(counts -> assertThat(counts.value()).isEqualTo(JsonValue.of("done")));
  }

  @Test
  void forgetsAValueRefusedElsewhere() throws Exception {
    GateWaiter<String> waiter = waiting();
    refused(
        AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
        waiter.ref(),
        boss,
        GateDecision.resolve("42"));
    GateDecisionRecord refused = history(waiter.ref()).getFirst();
    assertThat(refused.refusal()).isEqualTo(GateDecisionRecord.Refusal.INVALID);
    assertThat(refused.value()).isNull();
    assertThat(refused.valueKept()).isFalse();
    assertThat(now(waiter.ref()).refusals()).isEqualTo(1);
    waiter.abort();
  }

  @Test
  void readsAttemptsPageByPage() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("payment");
    for (int i = 0; i < 5; i++) {
      refused(AdkErrorCode.E_GATE_NOT_AUTHORIZED, waiter.ref(), boss, GateDecision.abort());
    }
    List<String> seen = new ArrayList<>();
    List<GateDecisionRecord> page = here.store().decisions(tenant, waiter.ref(), false, null, 2);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(2);
      page.forEach(decision -> seen.add(decision.id()));
      page = here.store().decisions(tenant, waiter.ref(), false, page.getLast().id(), 2);
    }
    assertThat(seen)
        .isEqualTo(history(waiter.ref()).stream().map(GateDecisionRecord::id).toList())
        .hasSize(5);
    waiter.abort();
  }

  @Test
  void refusesOversizedInputBeforeStoring() throws Exception {
    GateWaiter<@Nullable Object> waiter = waiting("question");
    String ref = waiter.ref();
    for (GateDecision large :
        List.of(
            GateDecision.reject("c".repeat(2_001)),
            GateDecision.resolve("v".repeat(256 * 1024 - 1)))) {
      refused(AdkErrorCode.E_INPUT_TOO_LARGE, ref, boss, large);
    }
    assertThat(now(ref).refusals()).isZero();
    assertThat(history(ref)).isEmpty();
    there.settle(ref, boss, GateDecision.resolve("v".repeat(256 * 1024 - 2)));
    assertThat(waiter.value()).asString().hasSize(256 * 1024 - 2);
  }

  @Test
  void throwsARejectionWithItsComment() throws Exception {
    GateWaiter<String> waiter = waiting();
    there.settle(waiter.ref(), boss, GateDecision.reject("too expensive"));
    assertThatThrownBy(waiter::value).hasMessageContaining("boss: too expensive");
    assertCode(waiter::value, AdkErrorCode.E_TURN_GATE_REJECTED);
    assertThat(waiter.result()).isEqualTo(GateState.REJECTED);
    assertThat(history(waiter.ref()).getFirst().comment()).isEqualTo("too expensive");
  }

  @Test
  void recordsSettlementsOfTheLiveGate() throws Exception {
    GateWaiter<String> waiter = waiting();
    assertCode(() -> waiter.gate().resolve(7), AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION);
    waiter.gate().resolve("live");
    assertThat(waiter.value()).isEqualTo("LIVE");
    assertThat(now(waiter.ref()).state()).isEqualTo(GateState.RESOLVED);
    assertThat(waiter.receipt().actor().channel()).isEqualTo(GateActor.IN_PROCESS);
    eventually(
        () ->
            assertThat(history(waiter.ref()))
                .extracting(GateDecisionRecord::refusal)
                .containsExactlyInAnyOrder(GateDecisionRecord.Refusal.INVALID, null));
  }

  @Test
  void recordsAnAbortedTurn() throws Exception {
    GateWaiter<String> waiter = waiting();
    String ref = waiter.ref();
    waiter.abort();
    assertCode(waiter::value, AdkErrorCode.E_TURN_GATE_ABORTED);
    eventually(() -> assertThat(now(ref).state()).isEqualTo(GateState.ABORTED));
    assertThat(history(ref).getFirst().actor().channel()).isEqualTo(GateActor.TURN);
  }

  @Test
  void timesOutByTheClockOfTheStore() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g").timeout(SOON));
    assertCode(waiter::value, AdkErrorCode.E_TURN_GATE_TIMEOUT);
    assertThat(waiter.result()).isEqualTo(GateState.TIMEOUT);
    assertThat(now(waiter.ref()).state()).isEqualTo(GateState.TIMEOUT);
    refused(AdkErrorCode.E_GATE_ALREADY_SETTLED, waiter.ref(), boss, GateDecision.resolve("yes"));
  }

  @Test
  void refusesToSettleAnOverdueOrphan() throws Exception {
    GateRecord dead = openedByDead("k", SOON);
    eventually(() -> assertThat(now(dead.ref()).age()).isGreaterThan(SOON.plusMillis(1)));
    refused(AdkErrorCode.E_GATE_ALREADY_SETTLED, dead.ref(), boss, GateDecision.resolve("yes"));
    assertThat(history(dead.ref()))
        .extracting(GateDecisionRecord::refusal)
        .containsExactlyInAnyOrder(null, GateDecisionRecord.Refusal.LATE);
    assertThat(now(dead.ref()).state()).isEqualTo(GateState.TIMEOUT);
  }

  @Test
  void aGateThatATurnLeftIsNotOrphanedAndItsValueIsCheckedLater() {
    GateRecord left = opened("k", null, TurnStore.Opening.NOBODY);
    assertThat(left.orphaned()).isFalse();
    assertThat(there.list(GateQuery.UNDECIDED.withTenant(tenant)).getFirst().orphaned()).isFalse();
    assertThat(there.settle(left.ref(), boss, GateDecision.resolve("yes")).state())
        .isEqualTo(GateState.PROPOSED);
  }

  @Test
  void anOverdueGateThatATurnLeftIsSwept() throws Exception {
    GateRecord left = opened("k", SOON, TurnStore.Opening.NOBODY);
    eventually(() -> assertThat(now(left.ref()).age()).isGreaterThan(SOON.plusMillis(1)));
    here.store().sweep(tenant);
    assertThat(now(left.ref()).state()).isEqualTo(GateState.TIMEOUT);
  }

  @Test
  void listsOrphanedGatesWithTheirAge() {
    GateRecord dead = openedByDead("k", null);
    GateRecord listed = there.list(GateQuery.UNDECIDED.withTenant(tenant)).getFirst();
    assertThat(listed.ref()).isEqualTo(dead.ref());
    assertThat(listed.orphaned()).isTrue();
    assertThat(listed.age()).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(there.store().gateCounts().orphaned()).isPositive();
  }

  @Test
  void appliesTheGatesOwnRuleForEdits() throws Exception {
    GateWaiter<String> waiter =
        GateWaiter.start(here, scope, letters("g").editedWhen(text -> !text.equals("YES")));
    there.settle(waiter.ref(), boss, GateDecision.resolve("other"));
    assertThat(waiter.receipt().edited()).isTrue();
    assertThat(history(waiter.ref()).getFirst().edited()).isTrue();
  }

  @Test
  void unknownGateHasNoHistory() {
    assertThat(history(Ids.next())).isEmpty();
    assertThat(here.store().gate(tenant, Ids.next())).isEmpty();
    TurnStore.Attempt abort = attempt(Ids.next(), GateDecision.Kind.ABORT, null);
    assertCode(() -> here.store().settle(abort), AdkErrorCode.E_GATE_NOT_FOUND);
  }
}
