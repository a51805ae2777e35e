package dev.adk4j.memory.extraction;

import java.util.Map;

/**
 * What a flush came to, counted in pairs of a conversation and a store.
 *
 * @param saved those that have nothing left to save
 * @param failed those whose attempt failed
 * @param pending how many messages each store has still not got, stores with none left out
 * @param complete whether all that was running ended in time
 */
public record FlushReport(int saved, int failed, Map<String, Long> pending, boolean complete) {

  public static final FlushReport NOTHING = new FlushReport(0, 0, Map.of(), true);

  public FlushReport {
    pending = Map.copyOf(pending);
  }
}
