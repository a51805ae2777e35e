package dev.adk4j.memory;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.error.AdkException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown with {@code E_MEMORY_WRITE_FAILED} if stores failed to write; the writes of other stores
 * are kept. Each cause is also a suppressed exception.
 */
public final class MemoryWriteException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final transient List<StoreFailure> failures;

  private MemoryWriteException(String message, List<StoreFailure> failures) {
    super(
        AdkException.of(MemoryErrorCode.E_MEMORY_WRITE_FAILED)
            .message(message)
            .cause(failures.getFirst().cause())
            .args(failures.stream().map(StoreFailure::store).toArray()));
    this.failures = List.copyOf(failures);
    failures.forEach(failure -> addSuppressed(failure.cause()));
  }

  static MemoryWriteException ofStores(List<StoreFailure> failures) {
    return new MemoryWriteException(
        failures.stream()
            .map(failure -> "'" + failure.store() + "' " + StoreCalls.reason(failure.cause()))
            .collect(Collectors.joining("; ", "Memory stores that failed to write: ", "")),
        failures);
  }

  /** Returns the exception for the failures of each entry, some of which may have none. */
  static MemoryWriteException ofEntries(List<List<StoreFailure>> entries) {
    List<StoreFailure> failures = entries.stream().flatMap(List::stream).toList();
    long failed = entries.stream().filter(entry -> !entry.isEmpty()).count();
    String lead = failed + " of " + entries.size() + " entries could not be stored: ";
    return new MemoryWriteException(
        failures.stream()
            .map(failure -> StoreCalls.reason(failure.cause()))
            .collect(Collectors.joining("; ", lead, "")),
        failures);
  }

  /** Returns the failures in the order of entries and stores; never nested. */
  public List<StoreFailure> failures() {
    return failures == null ? List.of() : failures;
  }

  /** Failure of one store. */
  public record StoreFailure(String store, @JsonIgnore Throwable cause) {}
}
