package dev.adk4j.memory.extraction;

import java.util.Map;

/**
 * Result of a flush. Each combination of conversation and store counts once.
 *
 * @param saved number with nothing left to save
 * @param failed number whose attempt failed
 * @param pending number of unsaved messages by store; stores without unsaved messages are absent
 * @param complete true if all running work ended in time
 */
public record FlushReport(int saved, int failed, Map<String, Long> pending, boolean complete) {

  /** Report of a flush without any work. */
  public static final FlushReport NOTHING = new FlushReport(0, 0, Map.of(), true);

  public FlushReport {
    pending = Map.copyOf(pending);
  }
}
