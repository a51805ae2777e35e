package dev.adk4j.memory;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Initializes the stores in order, each once. After a failure, the next run continues with the
 * failed store.
 */
final class Initialization {

  private final List<ConfiguredStore> stores;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile int done;

  Initialization(List<ConfiguredStore> stores) {
    this.stores = stores;
  }

  /** Throws {@code E_MEMORY_STORE_INIT_FAILED} with the store's name. */
  void run() {
    if (done == stores.size()) {
      return;
    }
    lock.lock();
    try {
      for (int i = done; i < stores.size(); i++) {
        initialize(stores.get(i));
        done = i + 1;
      }
    } finally {
      lock.unlock();
    }
  }

  private static void initialize(ConfiguredStore store) {
    try {
      store.store().initialize();
    } catch (Exception e) {
      FatalErrors.keepInterrupt(e);
      throw AdkException.of(MemoryErrorCode.E_MEMORY_STORE_INIT_FAILED)
          .message(
              "The memory store '%s' could not be initialized: %s"
                  .formatted(store.name(), StoreCalls.reason(e)))
          .cause(e)
          .args(store.name())
          .build();
    }
  }
}
