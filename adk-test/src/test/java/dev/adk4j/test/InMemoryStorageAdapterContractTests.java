package dev.adk4j.test;

import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;

class InMemoryStorageAdapterContractTests extends StorageContractTests {

  private static final InMemoryStorageAdapter SHARED = new InMemoryStorageAdapter();

  @Override
  protected PersistentStorage storage() {
    return SHARED;
  }

  @Override
  protected SpoolStoreFactory spoolStores(PersistentStorage storage) {
    ByteStore<SpoolReader> one = InMemoryByteStore.ofTexts();
    return scope -> one;
  }

  @Override
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) {
    SHARED.setTenantStandingInstructions(tenant, instructions);
    return true;
  }

  @Override
  protected List<StoredRow> log(PersistentStorage storage, Scope scope) {
    return SHARED.log(scope);
  }
}
