package dev.adk4j.bytes;

import dev.adk4j.value.Scope;

/**
 * Gives a turn the store that its tool results are spooled into: one that sees only that scope's
 * bytes.
 */
@FunctionalInterface
public interface SpoolStoreFactory {

  /** Returns the scope's store. */
  ByteStore<SpoolReader> forScope(Scope scope);

  /**
   * Returns a factory that makes a new store in memory each time: its texts last as long as the
   * artifacts over them.
   */
  static SpoolStoreFactory inMemory() {
    return scope -> InMemoryByteStore.ofTexts();
  }
}
