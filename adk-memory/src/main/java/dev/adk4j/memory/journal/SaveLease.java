package dev.adk4j.memory.journal;

import java.util.Objects;

/**
 * The right to save one conversation into one store, for a while.
 *
 * @param token fresh for each lease; who holds an older one has lost it
 */
public record SaveLease(SaveKey key, String token) {

  public SaveLease {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(token, "token");
  }
}
