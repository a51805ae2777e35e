package dev.adk4j.jdbc;

import java.util.function.Supplier;

/**
 * Stands around every erasure, so that what holds text outside the database lets go of it, and
 * nobody stores anew while it is erased. Called on the thread that erases; may be called by several
 * at the same time.
 */
@FunctionalInterface
public interface ErasureGuard {

  /**
   * Erases, with whatever has to be done before and after it; not calling the erasure and throwing
   * an {@link dev.adk4j.error.AdkException} refuses it.
   *
   * @param admin what erases; asks who owns a conversation, while it is there
   * @param erasure the erasure itself, to be called once
   * @return what the erasure returned
   */
  ErasureReport around(
      AdkStorageAdmin admin, ErasureTarget target, Supplier<ErasureReport> erasure);
}
