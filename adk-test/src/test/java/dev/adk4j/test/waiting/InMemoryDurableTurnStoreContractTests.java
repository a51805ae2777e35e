package dev.adk4j.test.waiting;

import dev.adk4j.gate.GateStore;
import dev.adk4j.waiting.WaitingTurnStore;

class InMemoryDurableTurnStoreContractTests extends DurableTurnStoreContractTests {

  private final WaitingTurnStore store = WaitingTurnStore.inMemory(GateStore.inMemory());

  @Override
  protected WaitingTurnStore store() {
    return store;
  }
}
