package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.runner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConcurrentTurnsTests {

  @Test
  void twoThousandTurnsAtOnceOnOneRunnerDoNotSeeEachOther() throws Exception {
    runAtOnce(2_000);
  }

  @Test
  @Tag("slow")
  void tenThousandTurnsAtOnceOnOneRunnerDoNotSeeEachOther() throws Exception {
    runAtOnce(10_000);
  }

  private static void runAtOnce(int turns) throws Exception {
    Map<String, StringBuffer> streams = new ConcurrentHashMap<>();
    Map<String, List<String>> stored = new ConcurrentHashMap<>();
    Set<String> crossTalk = ConcurrentHashMap.newKeySet();
    AtomicInteger ends = new AtomicInteger();
    CountDownLatch allInside = new CountDownLatch(turns);
    TurnRunner runner =
        runner()
            .callback(
                StoreMessageCallback.class,
                (ctx, m) ->
                    stored
                        .computeIfAbsent(
                            String.valueOf(ctx.scope().conversation()), k -> new ArrayList<>())
                        .add(m.id()))
            .turnInputPipeline(List.of(new AcceptInput()))
            .executor(
                (ctx, helpers) -> {
                  String own = String.valueOf(ctx.scope().conversation());
                  if (ctx.iteration() == 0) {
                    allInside.countDown();
                    ctx.waitFor(GateRequest.of(own, "all inside", null));
                    ctx.stash().set("own", own);
                  }
                  helpers.reportMessage("answer", own + ";", ctx.iteration() == 1);
                  ctx.storeMessage(message(own + "/answer" + ctx.iteration()));
                  for (Message message : ctx.turnMessages()) {
                    if (!message.id().startsWith(own + "/")) {
                      crossTalk.add(own + " saw " + message.id());
                    }
                  }
                  if (!own.equals(ctx.stash().get("own"))) {
                    crossTalk.add(own + " has another's stash");
                  }
                  if (ctx.iteration() == 1) {
                    ctx.ack();
                  }
                })
            .build();
    Set<dev.adk4j.gate.TurnGate> gates = ConcurrentHashMap.newKeySet();
    runner.observe(TurnEvent.TURN_GATE_OPEN, gates::add);
    runner.on(
        TurnEvent.MESSAGE,
        m -> streams.computeIfAbsent(m.turnId(), k -> new StringBuffer()).append(m.aDelta()));
    runner.observe(TurnEvent.TURN_END, e -> ends.incrementAndGet());
    runner.observe(TurnEvent.ERROR, e -> crossTalk.add(e.error().toString()));

    long began = System.nanoTime();
    Map<String, TurnHandle> handles = new ConcurrentHashMap<>();
    for (int i = 0; i < turns; i++) {
      String own = "c" + i;
      handles.put(
          own,
          runner.start(
              RawTurnContext.builder()
                  .systemPrompt("")
                  .scope(Scope.conversation(own))
                  .input(message(own + "/in"))
                  .build()));
    }
    allInside.await();
    long inside = System.nanoTime();
    while (gates.size() < turns) {
      Thread.onSpinWait();
    }
    gates.forEach(gate -> gate.resolve(null));
    for (TurnHandle handle : handles.values()) {
      assertThat(handle.join(Duration.ofMinutes(2))).isTrue();
    }
    long ended = System.nanoTime();

    System.out.printf(
        "%d turns at once: all waiting after %d ms, all ended after %d ms%n",
        turns, (inside - began) / 1_000_000, (ended - began) / 1_000_000);
    assertThat(crossTalk).isEmpty();
    assertThat(ends).hasValue(turns);
    assertThat(stored).hasSize(turns);
    stored.forEach(
        (own, ids) ->
            assertThat(ids).containsExactly(own + "/in", own + "/answer0", own + "/answer1"));
    handles.forEach(
        (own, handle) ->
            assertThat(streams.get(handle.turnId())).hasToString(own + ";" + own + ";"));
  }
}
