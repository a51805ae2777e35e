package dev.adk4j.test.stored;

import dev.adk4j.stored.TurnStore;

class InMemoryTurnTransitionsContractTests extends TurnTransitionsContractTests {

  private final TurnStore store = TurnStore.inMemory();

  @Override
  protected TurnStore store() {
    return store;
  }
}
