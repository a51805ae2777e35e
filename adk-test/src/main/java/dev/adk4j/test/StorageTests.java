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

/** Settings of the two storage kits. Subclasses provide the storage and its optional features. */
@ExtendWith(FixtureResolver.class)
abstract class StorageTests {

  private @Nullable PersistentStorage current;

  /**
   * Returns the storage under test. Called once for each test; may return the same storage each
   * time.
   */
  protected abstract PersistentStorage storage();

  /** Cleans up after each test. Called with the result of {@link #storage()}. */
  protected void cleanup(PersistentStorage storage) throws Exception {}

  /**
   * Returns a storage on the same data without cached records, as after a restart. All rules read
   * through it. Default: the same storage.
   */
  protected PersistentStorage reopen(PersistentStorage storage) throws Exception {
    return storage;
  }

  /**
   * Returns the 27th callback; null to skip its rules. Default: the storage if it implements the
   * callback.
   */
  protected @Nullable FetchToolsCallback tools(PersistentStorage storage) {
    return storage instanceof FetchToolsCallback tools ? tools : null;
  }

  /**
   * Returns the factory of spool stores on the same data; null if there is none, which skips its
   * rules.
   */
  protected @Nullable SpoolStoreFactory spoolStores(PersistentStorage storage) {
    return null;
  }

  /**
   * Sets a tenant's standing instructions, which turns cannot change.
   *
   * @return false if the storage does not support them, which skips their rules
   */
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) throws Exception {
    return false;
  }

  /**
   * Returns the numbered rows of the scope's conversation; null if the storage does not expose
   * them, which skips their rules.
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
