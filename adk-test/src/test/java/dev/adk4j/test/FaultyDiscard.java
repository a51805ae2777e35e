package dev.adk4j.test;

import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;

/**
 * A storage that stores, where one was promised that does not; run by {@link BrokenStorageTests},
 * not on its own.
 */
class FaultyDiscard extends DiscardingStorageContractTests {

  @Override
  protected PersistentStorage storage() {
    return new InMemoryStorageAdapter();
  }
}
