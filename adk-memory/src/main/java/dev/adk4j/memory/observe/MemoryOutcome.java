package dev.adk4j.memory.observe;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.memory.store.MemoryEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an operation ended.
 *
 * @param entries how many were found, injected or written
 * @param storeFailures how many stores failed, which need not be an error
 * @param results what a search found; content
 * @param error what the operation failed with; null where it did not
 */
public record MemoryOutcome(
    int entries,
    int storeFailures,
    List<MemoryEntry> results,
    @JsonIgnore @Nullable Throwable error) {

  public MemoryOutcome {
    results = List.copyOf(results);
  }

  public static MemoryOutcome of(int entries) {
    return new MemoryOutcome(entries, 0, List.of(), null);
  }

  public static MemoryOutcome found(List<MemoryEntry> results, int storeFailures) {
    return new MemoryOutcome(results.size(), storeFailures, results, null);
  }

  public static MemoryOutcome failed(Throwable error, int storeFailures) {
    return new MemoryOutcome(0, storeFailures, List.of(), error);
  }

  @Override
  public String toString() {
    return "MemoryOutcome[" + entries + " entries, " + storeFailures + " failures]";
  }
}
