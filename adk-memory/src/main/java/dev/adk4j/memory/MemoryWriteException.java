package dev.adk4j.memory;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.error.AdkException;
import java.util.List;

/**
 * Thrown with {@code E_MEMORY_WRITE_FAILED} if stores failed to write; the writes of other stores
 * are kept. Each cause is also a suppressed exception.
 */
public final class MemoryWriteException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final transient List<StoreFailure> failures;

  MemoryWriteException(String message, List<StoreFailure> failures) {
    super(
        AdkException.of(MemoryErrorCode.E_MEMORY_WRITE_FAILED)
            .message(message)
            .cause(failures.getFirst().cause())
            .args(failures.stream().map(StoreFailure::store).toArray()));
    this.failures = List.copyOf(failures);
    failures.forEach(failure -> addSuppressed(failure.cause()));
  }

  /** Returns the failures in the order of entries and stores; never nested. */
  public List<StoreFailure> failures() {
    return failures == null ? List.of() : failures;
  }

  /** Failure of one store. */
  public record StoreFailure(String store, @JsonIgnore Throwable cause) {}
}
