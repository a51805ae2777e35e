package dev.adk4j.test.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Contract tests for the gates of a {@link TurnStore}, accessed by the services of two processes.
 * Each test uses a separate tenant, so data left by other tests does not matter.
 */
@Timeout(300)
public abstract class GateStoreContractTests {

  private static final JsonValue CALL = JsonValue.parse("{\"amount\": 100}");
  private static final Duration SOON = Duration.ofMillis(300);

  /** Longer than any pause of a busy machine, and than any operation in these tests. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Tenant of this test. */
  protected final String tenant = "tenant-" + Ids.next();

  /** Scope of the waiting turns. */
  protected final Scope scope = Scope.of(tenant, "ann", "c-1");

  /** Actor that decides. */
  protected final GateActor boss = GateActor.of("boss", tenant, "APPROVER", "READER");

  private final List<GateService> services = new ArrayList<>();
  private GateService here;
  private GateService there;

  /** Returns one process's store on the shared database. */
  protected abstract TurnStore store();

  @BeforeEach
  void openServices() {
    here = service();
    there = service();
  }

  @AfterEach
  void closeServices() {
    services.forEach(GateService::close);
  }

  /** Returns a process; its service is closed after the test. */
  protected GateService service() {
    GateService service =
        GateService.of(
            store(),
            GateService.Options.DEFAULT
                .withAuthorizer(GatePolicy.strict().require("payment", Set.of("PAYER")))
                .withHeartbeat(Duration.ofMillis(200))
                .withVerdictTimeout(PATIENCE));
    services.add(service);
    return service;
  }

  /** Returns a request whose value must be letters, which are converted to upper case. */
  protected static GateRequest<String> letters(String id) {
    GateSchema<String> schema =
        value -> {
          if (!(value instanceof String text) || !text.matches("[a-zA-Z]+")) {
            throw new IllegalArgumentException("letters only");
          }
          return text.toUpperCase(java.util.Locale.ROOT);
        };
    return GateRequest.of(id, "question", Map.of("asks", "a word")).schema(schema);
  }

  private static GateRequest<@Nullable Object> any(String id) {
    return GateRequest.of(id, "question", null);
  }

  private List<GateDecisionRecord> history(String ref) {
    return here.store().decisions(tenant, ref, false, null, 1_000);
  }

  private List<GateDecisionRecord> foreign(String ref) {
    return here.store().decisions(tenant, ref, true, null, 1_000);
  }

  private GateRecord now(String ref) {
    return here.find(tenant, ref).orElseThrow();
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AdkException.class, e -> assertThat(e.errorCode()).as(e.getMessage()).isEqualTo(code));
  }

  @Test
  void recordsADecisionOfAnotherProcessAndResumes() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
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
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
    assertThat(here.settle(waiter.ref(), boss, GateDecision.resolve("yes")).state())
        .isEqualTo(GateState.RESOLVED);
    assertThat(waiter.value()).isEqualTo("YES");
  }

  @Test
  void resolvesWithNull() throws Exception {
    GateWaiter<@Nullable Object> waiter = GateWaiter.start(here, scope, any("g"));
    there.settle(waiter.ref(), boss, GateDecision.resolve(null));
    assertThat(waiter.value()).isNull();
  }

  @Test
  void invalidValueLeavesTheGateOpenEverywhere() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
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
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
    String ref = waiter.ref();
    AtomicInteger won = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    together(
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

  private interface Numbered {
    void run(int n) throws Exception;
  }

  private static void together(int threads, Numbered work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int n = i;
        Callable<Void> run =
            () -> {
              start.await();
              work.run(n);
              return null;
            };
        runs.add(pool.submit(run));
      }
      for (Future<Void> run : runs) {
        run.get();
      }
    }
  }

  @Test
  void refusesAReplayedDecision() throws Exception {
    GateWaiter<@Nullable Object> waiter = GateWaiter.start(here, scope, any("g"));
    there.settle(waiter.ref(), boss, GateDecision.resolve("yes"));
    assertThat(waiter.value()).isEqualTo("yes");
    assertCode(
        () -> there.settle(waiter.ref(), boss, GateDecision.resolve("yes")),
        AdkErrorCode.E_GATE_ALREADY_SETTLED);
    assertThat(history(waiter.ref()))
        .extracting(GateDecisionRecord::refusal)
        .containsExactly(null, GateDecisionRecord.Refusal.CONFLICT);
  }

  @Test
  void refusesAndRecordsMissingAuthorities() throws Exception {
    GateWaiter<@Nullable Object> waiter =
        GateWaiter.start(here, scope, GateRequest.of("g", "payment", null));
    String ref = waiter.ref();
    assertCode(
        () -> there.settle(ref, boss, GateDecision.resolve("yes")),
        AdkErrorCode.E_GATE_NOT_AUTHORIZED);
    assertThat(history(ref).getFirst().refusal())
        .isEqualTo(GateDecisionRecord.Refusal.UNAUTHORIZED);
    assertThat(history(ref).getFirst().actor().name()).isEqualTo("boss");
    assertThat(waiter.isWaiting()).isTrue();
    there.settle(ref, GateActor.of("payer", tenant, "PAYER"), GateDecision.abort());
    assertCode(waiter::value, AdkErrorCode.E_TURN_GATE_ABORTED);
  }

  @Test
  void refusesTheSubjectOfTheTurn() throws Exception {
    GateWaiter<@Nullable Object> waiter = GateWaiter.start(here, scope, any("g"));
    assertCode(
        () ->
            there.settle(
                waiter.ref(), GateActor.of("ann", tenant, "PAYER"), GateDecision.resolve(1)),
        AdkErrorCode.E_GATE_NOT_AUTHORIZED);
    waiter.abort();
  }

  @Test
  void hidesGatesFromForeignTenants() throws Exception {
    GateWaiter<@Nullable Object> waiter = GateWaiter.start(here, scope, any("g"));
    assertCode(
        () -> there.settle(waiter.ref(), GateActor.of("boss", "another"), GateDecision.resolve(1)),
        AdkErrorCode.E_GATE_NOT_FOUND);
    assertThat(history(waiter.ref())).as("visible gates of the tenant").isEmpty();
    assertThat(now(waiter.ref()).refusals()).isZero();
    GateDecisionRecord attempt = foreign(waiter.ref()).getFirst();
    assertThat(attempt.refusal()).isEqualTo(GateDecisionRecord.Refusal.FOREIGN_TENANT);
    assertThat(attempt.actor().name()).isEqualTo("boss");
    assertThat(attempt.actor().tenant()).isEqualTo("another");
    assertThat(attempt.value()).isNull();
    assertThat(there.list(GateQuery.UNDECIDED.withTenant("another"))).isEmpty();
    assertCode(
        () -> there.settle(Ids.next(), boss, GateDecision.abort()), AdkErrorCode.E_GATE_NOT_FOUND);
    waiter.abort();
  }

  @Test
  void keepsTheNewestRefusedAttemptsWithoutContent() throws Exception {
    GateWaiter<@Nullable Object> waiter =
        GateWaiter.start(here, scope, GateRequest.of("g", "payment", null));
    String ref = waiter.ref();
    GateActor foreigner = GateActor.of("boss", "another");
    int attempts = TurnStore.REFUSALS_KEPT + 7;
    for (int i = 0; i < attempts; i++) {
      GateActor actor = GateActor.of("clerk-" + i, tenant);
      GateDecision decision =
          i % 2 == 0 ? GateDecision.resolve("x".repeat(100)) : GateDecision.reject("because");
      assertCode(() -> there.settle(ref, actor, decision), AdkErrorCode.E_GATE_NOT_AUTHORIZED);
      assertCode(() -> there.settle(ref, foreigner, decision), AdkErrorCode.E_GATE_NOT_FOUND);
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
      assertCode(
          () -> there.settle(ref, payer, GateDecision.resolve("late")),
          AdkErrorCode.E_GATE_ALREADY_SETTLED);
    }
    assertThat(history(ref)).hasSize(TurnStore.REFUSALS_KEPT + 1);
    assertThat(history(ref))
        .filteredOn(decision -> !decision.refused())
        .singleElement()
        .satisfies(counts -> assertThat(counts.value()).isEqualTo(JsonValue.of("done")));
  }

  @Test
  void forgetsAValueRefusedElsewhere() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
    assertCode(
        () -> there.settle(waiter.ref(), boss, GateDecision.resolve("42")),
        AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION);
    GateDecisionRecord refused = history(waiter.ref()).getFirst();
    assertThat(refused.refusal()).isEqualTo(GateDecisionRecord.Refusal.INVALID);
    assertThat(refused.value()).isNull();
    assertThat(refused.valueKept()).isFalse();
    assertThat(now(waiter.ref()).refusals()).isEqualTo(1);
    waiter.abort();
  }

  @Test
  void readsAttemptsPageByPage() throws Exception {
    GateWaiter<@Nullable Object> waiter =
        GateWaiter.start(here, scope, GateRequest.of("g", "payment", null));
    for (int i = 0; i < 5; i++) {
      assertCode(
          () -> there.settle(waiter.ref(), boss, GateDecision.abort()),
          AdkErrorCode.E_GATE_NOT_AUTHORIZED);
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
    GateWaiter<@Nullable Object> waiter = GateWaiter.start(here, scope, any("g"));
    String ref = waiter.ref();
    for (GateDecision large :
        List.of(
            GateDecision.reject("c".repeat(2_001)),
            GateDecision.resolve("v".repeat(256 * 1024 - 1)))) {
      assertCode(() -> there.settle(ref, boss, large), AdkErrorCode.E_INPUT_TOO_LARGE);
    }
    assertThat(now(ref).refusals()).isZero();
    assertThat(history(ref)).isEmpty();
    there.settle(ref, boss, GateDecision.resolve("v".repeat(256 * 1024 - 2)));
    assertThat(waiter.value()).asString().hasSize(256 * 1024 - 2);
  }

  @Test
  void throwsARejectionWithItsComment() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
    there.settle(waiter.ref(), boss, GateDecision.reject("too expensive"));
    assertThatThrownBy(waiter::value).hasMessageContaining("boss: too expensive");
    assertCode(waiter::value, AdkErrorCode.E_TURN_GATE_REJECTED);
    assertThat(waiter.result()).isEqualTo(GateState.REJECTED);
    assertThat(history(waiter.ref()).getFirst().comment()).isEqualTo("too expensive");
  }

  @Test
  void recordsSettlementsOfTheLiveGate() throws Exception {
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
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
    GateWaiter<String> waiter = GateWaiter.start(here, scope, letters("g"));
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
    assertCode(
        () -> there.settle(waiter.ref(), boss, GateDecision.resolve("yes")),
        AdkErrorCode.E_GATE_ALREADY_SETTLED);
  }

  @Test
  void refusesToSettleAnOverdueOrphan() throws Exception {
    GateRecord dead = openedByDead("k", SOON);
    eventually(() -> assertThat(now(dead.ref()).age()).isGreaterThan(SOON.plusMillis(1)));
    assertCode(
        () -> there.settle(dead.ref(), boss, GateDecision.resolve("yes")),
        AdkErrorCode.E_GATE_ALREADY_SETTLED);
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
  void tellsWhetherAKeyHasADecisionThatCanBeUsed() {
    TurnStore store = here.store();
    assertThat(store.answers(scope, "k")).isFalse();
    String ref = opened("k", null, TurnStore.Opening.NOBODY).ref();
    assertThat(store.answers(scope, "k")).isFalse();
    TurnStore.Attempt yes =
        new TurnStore.Attempt(
            Ids.next(),
            tenant,
            ref,
            GateDecision.Kind.RESOLVE,
            boss,
            JsonValue.of("yes"),
            false,
            null,
            false);
    assertThat(store.settle(yes).won()).isTrue();
    assertThat(store.answers(scope, "k")).isTrue();
    assertThat(store.answers(scope, "other")).isFalse();
    assertThat(store.answers(Scope.of(tenant, "ann", "c-2"), "k")).isFalse();
    assertThat(store.startTool(tenant, yes.decisionId(), "pay", "digest", "node")).isTrue();
    assertThat(store.answers(scope, "k")).isFalse();
  }

  private GateRecord openedByDead(String key, @Nullable Duration timeout) {
    return opened(key, timeout, "dead-" + Ids.next());
  }

  private GateRecord opened(String key, @Nullable Duration timeout, String node) {
    return opened(here, key, timeout, node);
  }

  private GateRecord opened(GateService service, String key) {
    return opened(service, key, null, TurnStore.Opening.NOBODY);
  }

  private GateRecord opened(
      GateService service, String key, @Nullable Duration timeout, String node) {
    return service
        .store()
        .openGate(
            new TurnStore.Opening(
                Ids.next(),
                scope,
                "dead-turn",
                "g",
                key,
                "question",
                JsonValue.of("?"),
                true,
                null,
                null,
                null,
                timeout,
                node))
        .gate();
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
    together(8, n -> refs.add(opened(n % 2 == 0 ? here : there, "k").ref()));
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
    together(
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
  void appliesTheGatesOwnRuleForEdits() throws Exception {
    GateWaiter<String> waiter =
        GateWaiter.start(here, scope, letters("g").editedWhen(text -> !text.equals("YES")));
    there.settle(waiter.ref(), boss, GateDecision.resolve("other"));
    assertThat(waiter.receipt().edited()).isTrue();
    assertThat(history(waiter.ref()).getFirst().edited()).isTrue();
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

  @Test
  void unknownGateHasNoHistory() {
    assertThat(history(Ids.next())).isEmpty();
    assertThat(here.store().gate(tenant, Ids.next())).isEmpty();
    assertCode(
        () ->
            here.store()
                .settle(
                    new TurnStore.Attempt(
                        Ids.next(),
                        tenant,
                        Ids.next(),
                        GateDecision.Kind.ABORT,
                        boss,
                        null,
                        false,
                        null,
                        false)),
        AdkErrorCode.E_GATE_NOT_FOUND);
  }

  /** Assertion that must eventually pass. */
  @FunctionalInterface
  protected interface Check {
    void check() throws Exception;
  }

  /** Retries the assertion until it passes; fails with its error after a timeout. */
  protected static void eventually(Check assertion) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        assertion.check();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
      }
    }
  }
}
