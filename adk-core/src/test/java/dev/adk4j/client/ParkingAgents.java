package dev.adk4j.client;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateService;
import dev.adk4j.gate.GateStore;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.waiting.WaitingTurnStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Stores of agents whose turns wait for approvals, in memory. */
abstract class ParkingAgents {

  static final GateActor BOSS = GateActor.of("boss", "default");

  final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  final GateService gates =
      GateService.of(
          GateStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()));
  final WaitingTurnStore store = WaitingTurnStore.inMemory(gates.store());
  private final List<WaitingTurns> processes = new ArrayList<>();
  WaitingTurns waiting = process();

  /** Starts another process over the same stores. */
  final WaitingTurns process() {
    WaitingTurns made = WaitingTurns.of(gates, store);
    processes.add(made);
    return made;
  }

  @AfterEach
  void close() {
    processes.forEach(WaitingTurns::close);
    gates.close();
  }
}
