package dev.adk4j.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Metadata;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of one write.
 *
 * @param metadata JSON values
 * @param stores stores to write to, in this order; null for all that accept facts; an empty list is
 *     an error
 */
public record MemoryAddOptions(
    Map<String, @Nullable Object> metadata, @Nullable List<String> stores) {

  /** All stores that accept facts, without metadata. */
  public static final MemoryAddOptions ALL = new MemoryAddOptions(Map.of(), null);

  public MemoryAddOptions {
    metadata = Metadata.copy(metadata);
    if (stores != null) {
      new Violations().noNulls(stores, "$.stores").throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      stores = List.copyOf(stores);
    }
  }

  public MemoryAddOptions withMetadata(Map<String, @Nullable Object> metadata) {
    return new MemoryAddOptions(metadata, stores);
  }

  public MemoryAddOptions withStores(@Nullable List<String> stores) {
    return new MemoryAddOptions(metadata, stores);
  }

  @Override
  public String toString() {
    return "MemoryAddOptions" + (stores == null ? "[]" : stores);
  }
}
