package dev.adk4j.bytes;

import dev.adk4j.value.Scope;

/**
 * Gives a turn the store that its tool results are spooled into: one that sees only that scope's
 * bytes.
 */
@FunctionalInterface
public interface SpoolStoreFactory {

  SpoolStore forScope(Scope scope);

  /** A new store in memory each time: its texts last as long as the artifacts over them. */
  static SpoolStoreFactory inMemory() {
    return scope -> new InMemorySpoolStore();
  }
}
