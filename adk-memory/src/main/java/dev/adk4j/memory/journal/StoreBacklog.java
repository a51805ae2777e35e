package dev.adk4j.memory.journal;

/**
 * What waits for one store, over all conversations.
 *
 * @param messages how many captured messages it has not got
 * @param failing for how many conversations its last save failed
 * @param worstFailures the longest run of failures of any conversation
 */
public record StoreBacklog(long messages, long failing, int worstFailures) {

  public static final StoreBacklog NONE = new StoreBacklog(0, 0, 0);
}
