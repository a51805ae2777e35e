package dev.adk4j.test.gate;

import dev.adk4j.gate.GateStore;
import dev.adk4j.gate.InMemoryGateStore;

class InMemoryGateStoreContractTests extends GateStoreContractTests {

  private final InMemoryGateStore store = new InMemoryGateStore();

  @Override
  protected GateStore store() {
    return store;
  }
}
