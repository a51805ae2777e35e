package dev.adk4j.test.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.internal.Together;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Contract tests for decisions that are found again by a key, and for the tools they permit. */
abstract class GateKeyContract extends GateStoreFixture {

  private static final JsonValue CALL = JsonValue.parse("{\"amount\": 100}");

  @Test
  void tellsWhetherAKeyHasADecisionThatCanBeUsed() {
    TurnStore store = here.store();
    assertThat(store.answers(scope, "k")).isFalse();
    String ref = opened("k", null, TurnStore.Opening.NOBODY).ref();
    assertThat(store.answers(scope, "k")).isFalse();
    TurnStore.Attempt yes = attempt(ref, GateDecision.Kind.RESOLVE, "yes");
    assertThat(store.settle(yes).won()).isTrue();
    assertThat(store.answers(scope, "k")).isTrue();
    assertThat(store.answers(scope, "other")).isFalse();
    assertThat(store.answers(Scope.of(tenant, "ann", "c-2"), "k")).isFalse();
    assertThat(store.startTool(tenant, yes.decisionId(), "pay", "digest", "node")).isTrue();
    assertThat(store.answers(scope, "k")).isFalse();
  }

  @Test
  void answersAtOnceWithAnEarlierDecision() throws Exception {
    GateRecord dead = openedByDead("k", null);
    GateRecord decided = there.settle(dead.ref(), boss, GateDecision.resolve("yes"));
    assertThat(decided.state()).isEqualTo(GateState.PROPOSED);

    GateWaiter<String> again = GateWaiter.start(here, scope, letters("g2").key("k"));

    assertThat(again.value()).isEqualTo("YES");
    assertThat(again.ref()).isEqualTo(dead.ref());
    assertThat(again.receipt().decisionId()).isEqualTo(decided.decisionId());
    assertThat(now(dead.ref()).state()).isEqualTo(GateState.RESOLVED);
    assertThat(now(dead.ref()).openings()).isEqualTo(2);
    assertThat(now(dead.ref()).turnId()).isEqualTo(again.turnId());

    GateWaiter<String> third = GateWaiter.start(there, scope, letters("g3").key("k"));
    assertThat(third.value()).isEqualTo("YES");
    assertThat(third.receipt().found()).isTrue();
  }

  @Test
  void deliversAnUnheardRejectionOnce() throws Exception {
    GateRecord dead = openedByDead("k", null);
    there.settle(dead.ref(), boss, GateDecision.reject("no"));
    GateWaiter<String> again = GateWaiter.start(here, scope, letters("g").key("k"));
    assertCode(again::value, AdkErrorCode.E_TURN_GATE_REJECTED);
    eventually(() -> assertThat(now(dead.ref()).deliveredAt()).isNotNull());

    GateWaiter<String> anew = GateWaiter.start(here, scope, letters("g").key("k"));
    assertThat(anew.ref()).isNotEqualTo(dead.ref());
    assertThat(now(anew.ref()).previous()).isEqualTo(dead.ref());
    anew.abort();
  }

  @Test
  void refusesAnInvalidEarlierDecisionWhenTheTurnRepeats() throws Exception {
    GateRecord dead = openedByDead("k", null);
    there.settle(dead.ref(), boss, GateDecision.resolve(42));
    GateWaiter<String> again = GateWaiter.start(here, scope, letters("g").key("k"));
    assertThat(again.ref()).isNotNull();
    eventually(() -> assertThat(now(dead.ref()).state()).isEqualTo(GateState.OPEN));
    assertThat(again.isWaiting()).isTrue();
    assertThat(history(dead.ref()).getFirst().refusal())
        .isEqualTo(GateDecisionRecord.Refusal.INVALID);
    there.settle(dead.ref(), boss, GateDecision.resolve("fits"));
    assertThat(again.value()).isEqualTo("FITS");
  }

  @Test
  void waitsAnewForAnOpenGate() throws Exception {
    GateRecord dead = openedByDead("k", null);
    GateWaiter<String> again = GateWaiter.start(here, scope, letters("g").key("k"));
    assertThat(again.gate()).isNotNull();
    eventually(() -> assertThat(now(dead.ref()).orphaned()).isFalse());
    there.settle(dead.ref(), boss, GateDecision.resolve("yes"));
    assertThat(again.value()).isEqualTo("YES");
  }

  @Test
  void givesOneDecisionToTwoTurnsWithOneKey() throws Exception {
    GateWaiter<String> one = GateWaiter.start(here, scope, letters("g").key("k"));
    String ref = one.ref();
    GateWaiter<String> two = GateWaiter.start(there, scope, letters("g").key("k"));
    assertThat(two.gate().isSettled()).isFalse();
    eventually(() -> assertThat(now(ref).openings()).isEqualTo(2));
    service().settle(ref, boss, GateDecision.resolve("yes"));
    assertThat(one.value()).isEqualTo("YES");
    assertThat(two.value()).isEqualTo("YES");
    assertThat(one.receipt().decisionId()).isEqualTo(two.receipt().decisionId());
  }

  @Test
  void opensOneGateForAKeyThatManyAskForAtOnce() throws Exception {
    Set<String> refs = ConcurrentHashMap.newKeySet();
    Together.run(8, n -> refs.add(opened(n % 2 == 0 ? here : there, "k").ref()));
    assertThat(refs).hasSize(1);
    assertThat(now(refs.iterator().next()).openings()).isEqualTo(8);
  }

  @Test
  void keepsKeysApartWhateverTheyAreMadeOf() {
    Set<String> refs = new HashSet<>();
    List<String> keys =
        List.of(
            "a",
            "A",
            "a ",
            "",
            " ",
            "\\",
            "\\\\",
            "a\\b",
            "\\101",
            "\\x41",
            "'",
            "ä",
            "a\u0308",
            "\u0000",
            "\u0010",
            "\ud83d\ude00",
            "\ud83d",
            "k".repeat(200),
            "k".repeat(199) + "l");
    keys.forEach(key -> refs.add(opened(here, key).ref()));
    assertThat(refs).hasSameSizeAs(keys);
    keys.forEach(key -> refs.add(opened(there, key).ref()));
    assertThat(refs).hasSameSizeAs(keys);
  }

  @Test
  void bindsAKeyToItsConversationAndTenant() throws Exception {
    there.settle(openedByDead("k", null).ref(), boss, GateDecision.resolve("yes"));
    for (Scope other :
        List.of(
            scope.withConversation("c-2"),
            scope.withTenant(tenant + "-2"),
            scope.withConversation(null))) {
      GateWaiter<String> waiter = GateWaiter.start(here, other, letters("g").key("k"));
      assertThat(waiter.gate().isSettled()).isFalse();
      assertThat(waiter.isWaiting()).isTrue();
      waiter.abort();
    }
  }

  @Test
  void startsAToolOncePerDecision() throws Exception {
    GateWaiter<String> first = GateWaiter.start(here, scope, letters("g").forTool("pay", CALL));
    there.settle(first.ref(), boss, GateDecision.resolve("yes"));
    AtomicInteger starts = new AtomicInteger();
    assertThat(first.receipt().runOnce("pay", CALL, starts::incrementAndGet)).isEqualTo(1);
    assertCode(
        () -> first.receipt().runOnce("pay", CALL, starts::incrementAndGet),
        AdkErrorCode.E_GATE_DECISION_SPENT);
    assertThat(starts).hasValue(1);
    eventually(
        () -> {
          GateDecisionRecord.ToolRun run =
              Objects.requireNonNull(history(first.ref()).getFirst().run());
          assertThat(run.outcome()).isEqualTo(GateDecisionRecord.Outcome.SUCCEEDED);
          assertThat(run.digest()).isEqualTo(Checksum.exact("pay", CALL));
          assertThat(run.node()).isEqualTo(here.node());
        });
    assertThat(now(first.ref()).tool()).isEqualTo("pay");
    assertThat(now(first.ref()).checksum()).isEqualTo(Checksum.of("pay", CALL));

    GateWaiter<String> again = GateWaiter.start(here, scope, letters("g").forTool("pay", CALL));
    assertThat(again.ref()).isNotEqualTo(first.ref());
    assertThat(now(again.ref()).previous()).isEqualTo(first.ref());
    again.abort();
  }

  @Test
  void bindsADecisionToTheExactArguments() throws Exception {
    JsonValue shown = JsonValue.parse("{\"account\": 9007199254740993, \"rate\": 0.1}");
    JsonValue rounded = JsonValue.parse("{\"account\": 9007199254740992, \"rate\": 0.1}");
    assertThat(Checksum.of("pay", rounded)).isEqualTo(Checksum.of("pay", shown));
    GateRecord first = openedByDead(GateRequest.toolKey("pay", shown), null);
    there.settle(first.ref(), boss, GateDecision.resolve("yes"));

    GateWaiter<String> other = GateWaiter.start(here, scope, letters("g").forTool("pay", rounded));
    assertThat(other.ref()).isNotEqualTo(first.ref());
    assertThat(other.isWaiting()).isTrue();
    other.abort();
    JsonValue reordered = JsonValue.parse("{\"rate\": 0.10, \"account\": 9007199254740993}");
    GateWaiter<String> same = GateWaiter.start(here, scope, letters("g").forTool("pay", reordered));
    assertThat(same.ref()).isEqualTo(first.ref());
    assertThat(same.value()).isEqualTo("YES");
    assertThat(same.receipt().actor().name()).isEqualTo(boss.name());
  }

  @Test
  void carriesTheIdOfTheNewestCallRecord() throws Exception {
    String checksum = Checksum.of("pay", CALL);
    GateWaiter<String> first =
        GateWaiter.start(here, scope, letters("g").forTool("pay", CALL, checksum, "record-1"));
    assertThat(now(first.ref()).toolCallId()).isEqualTo("record-1");
    GateWaiter<String> again =
        GateWaiter.start(there, scope, letters("g").forTool("pay", CALL, checksum, "record-2"));
    assertThat(again.ref()).isEqualTo(first.ref());
    assertThat(now(first.ref()).toolCallId()).isEqualTo("record-2");
    there.settle(first.ref(), boss, GateDecision.resolve("yes"));
    assertThat(again.receipt().decisionId()).isEqualTo(first.receipt().decisionId());
  }

  @Test
  void startsTheToolOnceForSharedDecisions() throws Exception {
    GateWaiter<String> one = GateWaiter.start(here, scope, letters("g").forTool("pay", CALL));
    String ref = one.ref();
    GateWaiter<String> two = GateWaiter.start(there, scope, letters("g").forTool("pay", CALL));
    assertThat(two.gate()).isNotNull();
    there.settle(ref, boss, GateDecision.resolve("yes"));
    List<GateReceipt> receipts = List.of(one.receipt(), two.receipt());
    AtomicInteger starts = new AtomicInteger();
    Together.run(
        2,
        n -> {
          try {
            receipts.get(n).runOnce("pay", CALL, starts::incrementAndGet);
          } catch (AdkException e) {
            assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_GATE_DECISION_SPENT);
          }
        });
    assertThat(starts).hasValue(1);
  }

  @Test
  void asksAnewAfterAToolOfUnknownOutcome() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g").forTool("pay", CALL));
    there.settle(waiter.ref(), boss, GateDecision.resolve("yes"));
    GateReceipt receipt = waiter.receipt();
    assertThat(
            here.store()
                .startTool(tenant, receipt.decisionId(), "pay", "sum", "dead-" + Ids.next()))
        .isTrue();
    here.store().sweep(tenant);
    GateDecisionRecord.ToolRun run = Objects.requireNonNull(history(waiter.ref()).getFirst().run());
    assertThat(run.outcome()).isEqualTo(GateDecisionRecord.Outcome.UNKNOWN);
    assertThat(run.endedAt()).isNull();
    assertCode(() -> receipt.runOnce("pay", CALL, () -> 1), AdkErrorCode.E_GATE_DECISION_SPENT);

    GateWaiter<String> again = GateWaiter.start(there, scope, letters("g").forTool("pay", CALL));
    assertThat(again.ref()).isNotEqualTo(waiter.ref());
    assertThat(again.isWaiting()).isTrue();
    again.abort();
  }

  @Test
  void listsPageByPage() throws Exception {
    List<String> refs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      refs.add(openedByDead("k" + i, null).ref());
    }
    there.settle(refs.get(1), boss, GateDecision.abort());
    GateQuery query = GateQuery.UNDECIDED.withTenant(tenant).withLimit(2);
    List<String> seen = new ArrayList<>();
    List<GateRecord> page = there.list(query);
    while (!page.isEmpty()) {
      page.forEach(gate -> seen.add(gate.ref()));
      page = there.list(query.withAfter(page.getLast().ref()));
    }
    assertThat(seen).containsExactly(refs.get(0), refs.get(2), refs.get(3), refs.get(4));
    assertThat(there.list(query.withUndecided(false).withLimit(10))).hasSize(5);
    assertThat(there.list(query.withReason("other"))).isEmpty();
    assertThat(there.store().gate(tenant, "dead-turn", "g")).isPresent();
  }
}
