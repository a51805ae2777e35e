package dev.adk4j.test;

import dev.adk4j.storage.PersistentStorage;

class RecordStorageContractTests extends StorageContractTests {

  @Override
  protected PersistentStorage storage() {
    return new ListRecords();
  }

  @Override
  protected PersistentStorage reopen(PersistentStorage storage) {
    return ((ListRecords) storage).reopened();
  }
}
