package dev.adk4j.test;

import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the two kits ask of the class that extends them. */
@ExtendWith(FixtureResolver.class)
abstract class StorageTests {

  private @Nullable PersistentStorage current;

  /** The storage under test; called once for each test. It may be the same each time. */
  protected abstract PersistentStorage storage();

  /** Called after each test with what {@link #storage()} gave. */
  protected void cleanup(PersistentStorage storage) throws Exception {}

  /**
   * A storage over the same data that has nothing of it in memory, as after a restart; every rule
   * reads through it. The same storage where there is no such thing.
   */
  protected PersistentStorage reopen(PersistentStorage storage) throws Exception {
    return storage;
  }

  /** The 27th callback; the storage itself where it implements it, null to skip its rules. */
  protected @Nullable FetchToolsCallback tools(PersistentStorage storage) {
    return storage instanceof FetchToolsCallback tools ? tools : null;
  }

  /**
   * Where tool results are spooled in the same data; null where the storage has no such thing, and
   * the rules about it are skipped.
   */
  protected @Nullable SpoolStoreFactory spoolStores(PersistentStorage storage) {
    return null;
  }

  /**
   * Sets a tenant's standing instructions, which no turn can.
   *
   * @return false where the storage has no such thing; the rules about it are skipped
   */
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) throws Exception {
    return false;
  }

  /**
   * The rows of the scope's conversation by number; null where the storage does not tell, and the
   * rules are skipped.
   */
  protected @Nullable List<StoredRow> log(PersistentStorage storage, Scope scope) throws Exception {
    return null;
  }

  @AfterEach
  final void cleanUp() throws Exception {
    PersistentStorage used = current;
    current = null;
    if (used != null) {
      cleanup(used);
    }
  }

  final StorageFixture fixture() {
    PersistentStorage opened = storage();
    current = opened;
    return new StorageFixture(this, opened);
  }
}
