package dev.adk4j.test.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.stored.TurnStore.Letter;
import dev.adk4j.test.AdkAssertions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/**
 * A store under test, and turns of a tenant that each test has for itself, so that data left by
 * other tests does not matter.
 */
abstract class TurnStoreFixture {

  static final Duration LONG = Duration.ofHours(1);
  static final String ODD = "a\u0000b \ud83d\ude00 \u0010";

  /** Tenant of this test. */
  protected final String tenant = "tenant-" + Ids.next();

  /** Scope of the turns. */
  protected final Scope scope = Scope.of(tenant, "ann", "c-1");

  /** Turns of the tenant that the queue received, in the transaction and after its commit. */
  final List<String> enqueued = new CopyOnWriteArrayList<>();

  final List<String> woken = new CopyOnWriteArrayList<>();
  TurnStore store;

  /** Returns one process's store on the shared database. */
  protected abstract TurnStore store();

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
      tell(enqueued, turn);
    }

    @Override
    public void wake(Turn turn) {
      tell(woken, turn);
    }

    private void tell(List<String> told, Turn turn) {
      if (turn.tenant().equals(tenant)) {
        told.add(turn.turnId());
      }
    }

    @Override
    public void close() {}
  }

  static StoredTurn turn(Scope scope, @Nullable String key, String fingerprint) {
    return StoredTurn.of(
        scope,
        Ids.next(),
        JsonValue.of(ODD),
        new StoredTurn.Acceptance(JsonValue.of(List.of(ODD)), key, fingerprint, 0),
        Instant.EPOCH);
  }

  StoredTurn accept(Scope scope, @Nullable String key) {
    return store.accept(turn(scope, key, "x"), 1000, null).turn();
  }

  /** Returns a turn that only waits for these calls. */
  static StoredTurn waits(Scope scope, StoredTurn.Call... calls) {
    return StoredTurn.of(scope, Ids.next(), null, null, Instant.EPOCH)
        .asking(0, List.of(calls), JsonValue.of(Map.of()));
  }

  static StoredTurn.Call call(String id) {
    return new StoredTurn.Call(
        id, null, "pay", JsonValue.of(Map.of("call", id)), null, null, null, null, false);
  }

  static Letter letter(@Nullable String key, String text) {
    return new Letter(0, key, text, JsonValue.of(Map.of("text", text)));
  }

  StoredTurn claim(String turnId) {
    return store.claim(tenant, turnId, "node", LONG).orElseThrow();
  }

  StoredTurn found(StoredTurn turn) {
    return store.find(scope, turn.turnId()).orElseThrow();
  }

  void finish(StoredTurn turn) {
    assertThat(store.finish(turn, State.COMPLETED, null)).isTrue();
  }

  /** Lets the turn wait at a gate of its only call. */
  StoredTurn park(StoredTurn turn, @Nullable Duration timeout) {
    TurnStore.Opening opening = opening(turn, "gate", null, "call-1", timeout);
    StoredTurn asking = turn.asking(1, List.of(call("call-1")), turn.results());
    return save(asking, Map.of("call-1", opening));
  }

  /** Returns an opening with all optional values; with as few as possible if there is no key. */
  TurnStore.Opening opening(
      StoredTurn turn,
      String gateId,
      @Nullable String key,
      String call,
      @Nullable Duration timeout) {
    boolean full = key != null;
    return new TurnStore.Opening(
        Ids.next(),
        scope,
        turn.turnId(),
        gateId,
        key,
        full ? "tool_approval" : "approval",
        full ? JsonValue.of("payload") : null,
        full,
        "pay",
        full ? "sum" : null,
        call,
        timeout,
        TurnStore.Opening.NOBODY);
  }

  StoredTurn save(StoredTurn turn, Map<String, TurnStore.Opening> openings) {
    AtomicReference<@Nullable StoredTurn> saved = new AtomicReference<>();
    store.save(turn, openings, saved::set);
    return Objects.requireNonNull(saved.get());
  }

  /** Waits until the condition holds. */
  static void eventually(Callable<Boolean> holds) {
    eventually(holds, held -> held);
  }

  /** Waits until the value is as wanted and returns it. */
  static <T> T eventually(Callable<T> value, Predicate<? super T> wanted) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(value, wanted);
  }

  boolean settle(String ref, boolean provisional) {
    return store
        .settle(
            new TurnStore.Attempt(
                Ids.next(),
                tenant,
                ref,
                GateDecision.Kind.RESOLVE,
                GateActor.of("boss", tenant),
                JsonValue.of(true),
                false,
                null,
                provisional))
        .won();
  }

  /** Returns the turns of the conversation that have begun or are next. */
  List<StoredTurn> begun() {
    return store.open(scope).stream().filter(turn -> turn.state() != State.QUEUED).toList();
  }

  /** Returns the states of the turns of the conversation that have not ended, oldest first. */
  List<State> states() {
    return store.open(scope).stream().map(StoredTurn::state).toList();
  }

  /** Returns the ids of the tenant's turns that a worker may claim. */
  List<String> ready() {
    return mine(store.ready(1000));
  }

  List<String> mine(List<StoredTurn> turns) {
    return turns.stream()
        .filter(turn -> turn.scope().tenant().equals(tenant))
        .map(StoredTurn::turnId)
        .toList();
  }

  static void fenced(ThrowingCallable call) {
    refused(AdkErrorCode.E_TURN_FENCED, call);
  }

  static void refused(AdkErrorCode code, ThrowingCallable call) {
    AdkAssertions.assertThrown(call).hasCode(code);
  }
}
