package dev.adk4j.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.abort.AbortController;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.harness.Hearing;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoredGateTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  private final TurnStore stored = TurnStore.inMemory();
  private final AtomicReference<@Nullable TurnGate> open = new AtomicReference<>();

  /** Something that JSON cannot hold: only this process can use it. */
  private record Loop(Object[] self) {
    static Loop made() {
      Object[] self = new Object[1];
      self[0] = self;
      return new Loop(self);
    }
  }

  @Test
  void deliversTheFirstOfTwoSettlementsOfOneProcess() throws Exception {
    Loop first = Loop.made();
    AtomicBoolean once = new AtomicBoolean();
    TurnStore store =
        afterEach(
            "settle",
            () -> {
              if (once.compareAndSet(false, true)) {
                // the first one is recorded, and its thread does not know yet
                StoredGate gate = (StoredGate) open.get();
                gate.resolve(Loop.made());
                gate.check();
              }
            });
    assertThat(answer(store, gate -> gate.resolve(first))).isSameAs(first);
  }

  @Test
  void looksAgainAtAGateThatWasDecidedWhileItOpened() throws Exception {
    TurnStore store =
        afterEach(
            "openGate",
            () ->
                stored.settle(
                    TurnStore.Attempt.byTurn(
                        "acme",
                        stored.gates(GateQuery.UNDECIDED).getFirst().ref(),
                        GateDecision.Kind.ABORT)));
    AtomicReference<@Nullable GateState> end = new AtomicReference<>();
    try (GateService service = GateService.of(store)) {
      TurnGates gates = gates(service, gate -> {}, end);
      assertThat(catchThrowable(() -> gates.waitFor(GateRequest.of("g", "r", null))))
          .hasMessage("The gate 'g' was aborted.");
    }
    assertThat(end).hasValue(GateState.ABORTED);
  }

  private @Nullable Object answer(TurnStore store, Consumer<TurnGate> settle) throws Exception {
    try (GateService service = GateService.of(store)) {
      return gates(service, settle, new AtomicReference<>())
          .waitFor(GateRequest.of("g", "r", null));
    }
  }

  private TurnGates gates(
      GateService service, Consumer<TurnGate> settle, AtomicReference<@Nullable GateState> end) {
    return new TurnGates(
        "turn-1",
        new AbortController().signal(),
        InstantSource.system(),
        new Hearing(
            gate -> {
              open.set(gate);
              settle.accept(gate);
            },
            result -> end.set(result)),
        SCOPE,
        service);
  }

  /** The store in memory; runs the action when a call of that method is done. */
  private TurnStore afterEach(String method, Runnable action) {
    return (TurnStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, called, args) -> {
              try {
                Object result = called.invoke(stored, args);
                if (called.getName().equals(method)) {
                  action.run();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
