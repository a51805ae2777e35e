package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * What may be written into a stored record beside its own fields.
 *
 * @param maxInMemoryBytes the largest content of an in-memory reader that a descriptor may carry; a
 *     larger one must be written through a byte store first
 */
public record ReaderPolicy(long maxInMemoryBytes) {

  /** 16 MiB in memory. */
  public static final ReaderPolicy DEFAULT = new ReaderPolicy(16L * 1024 * 1024);

  public ReaderPolicy {
    new Violations()
        .check(maxInMemoryBytes >= 0, "$.maxInMemoryBytes", "range", "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }
}
