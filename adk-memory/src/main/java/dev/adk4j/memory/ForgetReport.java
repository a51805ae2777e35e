package dev.adk4j.memory;

import java.util.List;

/**
 * Report of an erasure.
 *
 * @param forgotten stores that have erased all data of the owner
 * @param unable stores that do not support erasure and keep their entries
 * @param failures stores that failed to erase
 */
public record ForgetReport(
    List<String> forgotten, List<String> unable, List<MemoryWriteException.StoreFailure> failures) {

  public ForgetReport {
    forgotten = List.copyOf(forgotten);
    unable = List.copyOf(unable);
    failures = List.copyOf(failures);
  }

  /** Returns true if all stores have erased. */
  public boolean complete() {
    return unable.isEmpty() && failures.isEmpty();
  }
}
