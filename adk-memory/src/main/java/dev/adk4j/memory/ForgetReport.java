package dev.adk4j.memory;

import java.util.List;

/**
 * What became of an erasure.
 *
 * @param forgotten the stores that have erased everything of the owner
 * @param unable the stores that cannot erase, and still hold what they hold
 * @param failures the stores that failed to
 */
public record ForgetReport(
    List<String> forgotten, List<String> unable, List<StoreFailure> failures) {

  public ForgetReport {
    forgotten = List.copyOf(forgotten);
    unable = List.copyOf(unable);
    failures = List.copyOf(failures);
  }

  /** Whether nothing of the owner is left. */
  public boolean complete() {
    return unable.isEmpty() && failures.isEmpty();
  }
}
