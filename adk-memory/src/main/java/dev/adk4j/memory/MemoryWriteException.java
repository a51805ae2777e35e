package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.List;

/**
 * {@code E_MEMORY_WRITE_FAILED}: some stores have not taken a write; what others took stays. Each
 * cause is also a suppressed exception.
 */
public final class MemoryWriteException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final transient List<StoreFailure> failures;

  MemoryWriteException(String message, List<StoreFailure> failures) {
    super(
        AdkException.of(AdkErrorCode.E_MEMORY_WRITE_FAILED)
            .message(message)
            .cause(failures.getFirst().cause())
            .args(failures.stream().map(StoreFailure::store).toArray()));
    this.failures = List.copyOf(failures);
    failures.forEach(failure -> addSuppressed(failure.cause()));
  }

  /** In the order of entries, then of stores; never nested. */
  public List<StoreFailure> failures() {
    return failures == null ? List.of() : failures;
  }
}
