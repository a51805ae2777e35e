package dev.adk4j.bytes;

import dev.adk4j.value.Scope;

/** Provides a turn with the store for its spooled tool results, limited to its scope's bytes. */
@FunctionalInterface
public interface SpoolStoreFactory {

  /** Returns the scope's store. */
  ByteStore<SpoolReader> forScope(Scope scope);

  /**
   * Returns a factory that creates a new in-memory store for each call: its texts live as long as
   * the artifacts that use them.
   */
  static SpoolStoreFactory inMemory() {
    return scope -> InMemoryByteStore.ofTexts();
  }
}
