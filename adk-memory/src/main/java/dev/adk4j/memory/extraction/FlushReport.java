package dev.adk4j.memory.extraction;

import java.util.Map;

/**
 * Result of a flush, counted per conversation and store.
 *
 * @param saved number of those with nothing left to save
 * @param failed number of those whose attempt failed
 * @param pending number of messages that each store lacks; without stores that lack none
 * @param complete true if all running work ended in time
 */
public record FlushReport(int saved, int failed, Map<String, Long> pending, boolean complete) {

  /** Report of a flush that had nothing to do. */
  public static final FlushReport NOTHING = new FlushReport(0, 0, Map.of(), true);

  public FlushReport {
    pending = Map.copyOf(pending);
  }
}
