package dev.adk4j.jdbc;

/**
 * Counts of erased rows, or of rows that an erasure would erase.
 *
 * @param blobs stored contents, including replaced and incomplete ones
 * @param bytes size of the complete contents
 * @param gates gates, each with all its decisions
 * @param memoryRecords facts in full-text memory stores
 * @param capturedMessages captured messages that at least one memory store has not saved yet
 * @param summaries summaries of conversations
 * @param budgets budget accounts of conversations, subjects and tenants
 * @param rates rate counts of subjects
 * @param passages ingested passages in vector collections
 * @since 0.1.0
 */
public record ErasureReport(
    long conversations,
    long messages,
    long thoughts,
    long toolCalls,
    long retrievables,
    long memories,
    long standingInstructions,
    long blobs,
    long bytes,
    long gates,
    long memoryRecords,
    long capturedMessages,
    long summaries,
    long budgets,
    long rates,
    long passages) {

  /** Report with all counts zero. */
  public static final ErasureReport NOTHING =
      new ErasureReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  static ErasureReport ofBytes(long blobs, long bytes) {
    return new ErasureReport(0, 0, 0, 0, 0, 0, 0, blobs, bytes, 0, 0, 0, 0, 0, 0, 0);
  }

  /** Returns a report of passages only, for an {@link ErasureGuard}. */
  public static ErasureReport ofPassages(long passages) {
    return new ErasureReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, passages);
  }

  /** Returns the sums of both reports. */
  public ErasureReport plus(ErasureReport other) {
    return new ErasureReport(
        conversations + other.conversations,
        messages + other.messages,
        thoughts + other.thoughts,
        toolCalls + other.toolCalls,
        retrievables + other.retrievables,
        memories + other.memories,
        standingInstructions + other.standingInstructions,
        blobs + other.blobs,
        bytes + other.bytes,
        gates + other.gates,
        memoryRecords + other.memoryRecords,
        capturedMessages + other.capturedMessages,
        summaries + other.summaries,
        budgets + other.budgets,
        rates + other.rates,
        passages + other.passages);
  }
}
