package dev.adk4j.harness;

import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import java.time.Instant;
import java.util.function.Consumer;

/** Listens to gates with two functions. */
public record Hearing(Consumer<TurnGate> onOpen, Consumer<GateState> onClose)
    implements GateListener {

  @Override
  public void opened(TurnGate gate) {
    onOpen.accept(gate);
  }

  @Override
  public void closed(String gateId, GateState result, Instant settledAt) {
    onClose.accept(result);
  }
}
