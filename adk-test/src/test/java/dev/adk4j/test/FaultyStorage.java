package dev.adk4j.test;

import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;

/** The kit over a broken storage; run by {@link BrokenStorageTests}, not on its own. */
class FaultyStorage extends StorageContractTests {

  static Fault fault = Fault.none();
  static int numberStep = 1;

  private final InMemoryStorageAdapter real = new InMemoryStorageAdapter();

  @Override
  protected PersistentStorage storage() {
    return fault.over(real);
  }

  @Override
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) {
    real.setTenantStandingInstructions(tenant, instructions);
    return true;
  }

  @Override
  protected List<StoredRow> log(PersistentStorage storage, Scope scope) {
    return real.log(scope).stream()
        .map(row -> new StoredRow(row.number() * numberStep, row.kind(), row.id()))
        .toList();
  }
}
