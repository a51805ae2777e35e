package dev.adk4j.test.gate;

import dev.adk4j.stored.TurnStore;

class InMemoryGateStoreContractTests extends GateStoreContractTests {

  private final TurnStore store = TurnStore.inMemory();

  @Override
  protected TurnStore store() {
    return store;
  }
}
