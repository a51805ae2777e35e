package dev.adk4j.jdbc;

import java.util.function.Supplier;

/**
 * Wraps every erasure, to release text held outside the database and to prevent writes during the
 * erasure. Called on the erasing thread. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ErasureGuard {

  /**
   * Calls the erasure, with work before and after it. To reject the erasure, throws an {@link
   * dev.adk4j.error.AdkException} instead of calling it.
   *
   * @param admin admin that performs the erasure; it can still find the target's rows before the
   *     erasure
   * @param erasure the erasure, to be called once
   * @return result of the erasure
   */
  ErasureReport around(
      AdkStorageAdmin admin, ErasureTarget target, Supplier<ErasureReport> erasure);

  /**
   * Returns counts of the data that the guard itself would erase now, for {@link
   * AdkStorageAdmin#preview}. Default: nothing.
   */
  default ErasureReport preview(ErasureTarget target) {
    return ErasureReport.NOTHING;
  }
}
