package dev.adk4j.stored;

import static dev.adk4j.harness.Failures.raise;
import static dev.adk4j.stored.WaitingAgent.BOSS;
import static dev.adk4j.stored.WaitingAgent.SCOPE;
import static dev.adk4j.stored.WaitingAgent.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnResumerTests {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final WaitingAgent agent = new WaitingAgent();
  private final AtomicInteger runs = new AtomicInteger();
  private final TurnResumer resumer =
      TurnResumer.builder(
              agent.desk,
              turn -> {
                runs.incrementAndGet();
                agent.run(turn);
              })
          .interval(Duration.ofHours(1))
          .attempts(3)
          .build();

  @AfterEach
  void close() {
    resumer.close();
    agent.close();
  }

  private StoredTurn waiting(Object... answers) {
    return agent.answers(answers).send("Pay.").orElseThrow();
  }

  /** Returns the agent's store, which tells each method that has returned, and its result. */
  private TurnStore watched(BiConsumer<String, @Nullable Object> returned) {
    return (TurnStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(agent.store, arguments);
              returned.accept(method.getName(), result);
              return result;
            });
  }

  private StoredTurn await(StoredTurn turn) throws InterruptedException {
    return resumer.await(SCOPE, turn.turnId(), PATIENCE, () -> false).orElseThrow();
  }

  @Test
  void goesOnWhenTheLastGateIsDecided() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1), call("pay", 2)), "Paid.");
    agent.desk.decide(turn.gates().get(0), BOSS, GateDecision.resolve(true));
    StoredTurn still = await(turn);
    assertThat(still.state()).isEqualTo(State.WAITING);
    assertThat(resumer.openGates(still))
        .extracting(GateRecord::ref)
        .containsExactly(turn.gates().get(1));
    agent.desk.decide(turn.gates().get(1), BOSS, GateDecision.resolve(true));
    assertThat(await(turn).answer().text()).isEqualTo("Paid.");
    assertThat(runs).hasValue(1);
  }

  @Test
  void goesOnWhereTheDecisionIsMadeAtTheDesk() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)), "Paid.");
    agent.decide(turn.gates().getFirst(), GateDecision.resolve(true));
    assertThat(await(turn).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void goesOnAfterTheFirstPartHasToldItsEnd() throws Exception {
    agent.runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve(true));
    StoredTurn turn = waiting(List.of(call("pay", 1)), "Paid.");
    assertThat(await(turn).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsSubsequence("open {\"n\":1}", "end", "start", "paid 1", "end");
  }

  @Test
  void findsWhatWasDecidedElsewhere() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)), "Paid.");
    agent.gates.settle(
        new TurnStore.Attempt(
            Ids.next(),
            "acme",
            turn.gates().getFirst(),
            GateDecision.Kind.RESOLVE,
            BOSS,
            JsonValue.of(true),
            false,
            null,
            true));
    resumer.sweep();
    assertThat(await(turn).state()).isEqualTo(State.COMPLETED);
    assertThat(agent.log).containsOnlyOnce("paid 1");
  }

  @Test
  void runsWhatTheLimitHeldBackAsSoonAsThereIsRoom() throws Exception {
    resumer.close();
    List<StoredTurn> turns = new ArrayList<>();
    for (int n = 1; n <= 5; n++) {
      turns.add(waiting(List.of(call("pay", n))));
    }
    turns.forEach(turn -> agent.answers("Paid."));
    try (TurnResumer one =
        TurnResumer.builder(agent.desk, agent::run)
            .interval(Duration.ofHours(1))
            .maxConcurrent(1)
            .build()) {
      for (StoredTurn turn : turns) {
        agent.desk.decide(turn.gates().getFirst(), BOSS, GateDecision.resolve(true));
      }
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> agent.store.counts().equals(new TurnStore.Counts(0, 0, 0, 0)));
    }
    assertThat(agent.log).filteredOn(line -> line.startsWith("paid ")).hasSize(5);
  }

  @Test
  void leavesTurnsThatCouldNotRunToTheNextSweep() throws Exception {
    resumer.close();
    List<StoredTurn> turns =
        List.of(waiting(List.of(call("pay", 1))), waiting(List.of(call("pay", 2))));
    turns.forEach(turn -> agent.decide(turn.gates().getFirst(), GateDecision.resolve(true)));
    try (ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        TurnResumer full =
            TurnResumer.builder(
                    agent.desk,
                    turn -> {
                      runs.incrementAndGet();
                      agent.store.release(turn);
                    })
                .interval(Duration.ofHours(1))
                .maxConcurrent(2)
                .scheduler(scheduler)
                .executor(Runnable::run)
                .build()) {
      assertThat(full.sweep()).isEqualTo(2);
      for (int i = 0; i < 20; i++) {
        scheduler.submit(() -> {}).get();
      }
      assertThat(runs).hasValue(2);
      assertThat(full.sweep()).isEqualTo(2);
      assertThat(runs).hasValue(4);
    }
  }

  @Test
  void sweepsWhatTimedOut() throws Exception {
    agent.tools.add(
        agent.tool(
            "slow",
            dev.adk4j.tool.ApprovalGuard.required(Duration.ofHours(1)),
            (args, ctx, meta) -> dev.adk4j.loop.ToolOutput.text("x")));
    StoredTurn turn = waiting(List.of(call("slow", 1)), "A pity.");
    assertThat(resumer.sweep()).isZero();
    agent.now = agent.now.plus(Duration.ofHours(1));
    assertThat(resumer.sweep()).isEqualTo(1);
    assertThat(await(turn).answer().text()).isEqualTo("A pity.");
  }

  @Test
  void takesTheSameDecisionOfTheSameActorAgain() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)), "Paid.");
    String ref = turn.gates().getFirst();
    agent.desk.decide(ref, BOSS, GateDecision.resolve(true));
    await(turn);
    GateRecord again = agent.desk.decide(ref, BOSS, GateDecision.resolve(true));
    assertThat(again.ref()).isEqualTo(ref);
    assertThat(again.refusals()).isZero();
    assertThat(await(turn).answer().text()).isEqualTo("Paid.");
    assertThat(runs).hasValue(1);
  }

  @Test
  void refusesAnotherDecisionAndTheSameOneOfAnotherActor() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)), "Paid.");
    String ref = turn.gates().getFirst();
    agent.desk.decide(ref, BOSS, GateDecision.resolve(true));
    for (GateDecision other :
        List.of(GateDecision.resolve(false), GateDecision.reject("no"), GateDecision.abort())) {
      refused(ref, BOSS, other);
    }
    refused(ref, GateActor.of("eve", "acme"), GateDecision.resolve(true));
    assertThat(await(turn).state()).isEqualTo(State.COMPLETED);
  }

  private void refused(String ref, GateActor actor, GateDecision decision) {
    assertThatThrownBy(() -> agent.desk.decide(ref, actor, decision))
        .satisfies(
            e -> assertThat(AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)).isTrue());
  }

  @Test
  void abandonsWithoutStartingAnything() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)), "Never.");
    assertThat(resumer.cancelWaiting(turn, BOSS)).isTrue();
    assertThat(resumer.cancelWaiting(turn, BOSS)).isFalse();
    assertThat(await(turn).state()).isEqualTo(State.ABORTED);
    assertThat(agent.desk.list(GateQuery.UNDECIDED)).isEmpty();
    assertThat(agent.store.open(SCOPE)).isEmpty();
    assertThat(runs).hasValue(0);
  }

  @Test
  void givesUpWhatNeverEnds() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)));
    agent.decide(turn.gates().getFirst(), GateDecision.resolve(true));
    resumer.close();
    try (TurnResumer broken =
        TurnResumer.builder(agent.desk, claimed -> raise(new IllegalStateException("no model")))
            .interval(Duration.ofHours(1))
            .executor(Runnable::run)
            .attempts(3)
            .build()) {
      for (int i = 0; i < 4; i++) {
        broken.sweep();
        agent.now = agent.now.plus(Duration.ofSeconds(20));
      }
      assertThat(agent.found(turn).state()).isEqualTo(State.FAILED);
    }
  }

  @Test
  void takesNoTurnForLostThatHasJustEnded() throws Exception {
    List<String> lost = new CopyOnWriteArrayList<>();
    // the first one is dealt with when the second one comes
    CountDownLatch refused = new CountDownLatch(2);
    TurnStore store =
        watched(
            (method, result) -> {
              if (method.equals("renew") && Boolean.FALSE.equals(result)) {
                refused.countDown();
              }
            });
    TurnResumer.Runner slow =
        new TurnResumer.Runner() {
          @Override
          public void run(StoredTurn turn) {
            agent.run(turn);
            try {
              assertThat(refused.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }

          @Override
          public void abort(String turnId, Object reason) {
            lost.add(turnId);
          }
        };
    resumer.close();
    try (TurnResumer renewing =
        TurnResumer.builder(GateService.of(store), slow)
            .interval(Duration.ofHours(1))
            .lease(Duration.ofMillis(90))
            .build()) {
      StoredTurn turn = waiting(List.of(call("pay", 1)), "Paid.");
      agent.desk.decide(turn.gates().getFirst(), BOSS, GateDecision.resolve(true));
      assertThat(renewing.await(SCOPE, turn.turnId(), PATIENCE, () -> false).orElseThrow().state())
          .isEqualTo(State.COMPLETED);
      assertThat(refused.await(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(lost).isEmpty();
  }

  @Test
  void looksNowAndThenAtATurnThatAnotherProcessRuns() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)));
    agent.store.claim("acme", turn.turnId(), "other", Duration.ofHours(1)).orElseThrow();
    AtomicInteger claims = new AtomicInteger();
    TurnStore store = watched((method, result) -> claims.addAndGet(method.equals("claim") ? 1 : 0));
    try (GateService desk = GateService.of(store);
        TurnResumer waits =
            TurnResumer.builder(desk, agent::run).interval(Duration.ofHours(1)).build()) {
      StoredTurn still =
          waits.await(SCOPE, turn.turnId(), Duration.ofMillis(300), () -> false).orElseThrow();
      assertThat(still.state()).isEqualTo(State.RUNNING);
    }
    assertThat(claims.get()).isLessThan(6);
  }

  @Test
  void takesOverADurableTurnWhoseProcessDied() {
    List<Integer> attempts = new java.util.concurrent.CopyOnWriteArrayList<>();
    resumer.close();
    try (TurnResumer living =
        TurnResumer.builder(
                agent.desk,
                claimed -> {
                  attempts.add(claimed.attempt());
                  agent.store.finish(claimed, State.COMPLETED, null);
                })
            .interval(Duration.ofHours(1))
            .executor(Runnable::run)
            .build()) {
      StoredTurn turn =
          new StoredTurn(
              SCOPE,
              Ids.next(),
              State.READY,
              StoredTurn.Phase.ACCEPTED,
              0,
              0,
              0,
              List.of(),
              JsonValue.of(java.util.Map.of()),
              null,
              null,
              null,
              agent.now,
              agent.now,
              new StoredTurn.Acceptance(JsonValue.of(List.of()), null, "x", 0),
              StoredTurn.Inbox.EMPTY);
      agent.store.queue(deaf());
      agent.store.accept(turn, 1, null);
      agent.store.claim("acme", turn.turnId(), "dead", Duration.ofSeconds(20)).orElseThrow();
      assertThat(living.sweep()).isZero();
      agent.now = agent.now.plus(Duration.ofSeconds(20));
      assertThat(living.sweep()).isEqualTo(1);
      assertThat(attempts).containsExactly(2);
      assertThat(agent.found(turn).state()).isEqualTo(State.COMPLETED);
    }
  }

  @Test
  void knowsNoTurnOfAnotherConversation() throws Exception {
    StoredTurn turn = waiting(List.of(call("pay", 1)));
    assertThat(
            resumer.await(
                dev.adk4j.value.Scope.of("acme", "ann", "c2"),
                turn.turnId(),
                PATIENCE,
                () -> false))
        .isEmpty();
    assertThat(agent.store.find(dev.adk4j.value.Scope.of("evil", "ann", "c1"), turn.turnId()))
        .isEmpty();
  }

  /** A queue that runs nothing. */
  private static TurnQueue deaf() {
    return (TurnQueue)
        Proxy.newProxyInstance(
            TurnQueue.class.getClassLoader(),
            new Class<?>[] {TurnQueue.class},
            (proxy, method, args) -> null);
  }
}
