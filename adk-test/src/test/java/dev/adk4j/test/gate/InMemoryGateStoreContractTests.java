package dev.adk4j.test.gate;

import dev.adk4j.gate.GateStore;

class InMemoryGateStoreContractTests extends GateStoreContractTests {

  private final GateStore store = GateStore.inMemory();

  @Override
  protected GateStore store() {
    return store;
  }
}
