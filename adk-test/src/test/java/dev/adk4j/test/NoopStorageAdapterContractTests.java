package dev.adk4j.test;

import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.storage.PersistentStorage;

class NoopStorageAdapterContractTests extends DiscardingStorageContractTests {

  @Override
  protected PersistentStorage storage() {
    return new NoopStorageAdapter();
  }
}
