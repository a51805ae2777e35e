package dev.adk4j.jdbc;

/**
 * How much was erased, or would be.
 *
 * @param blobs stored contents, replaced and unfinished ones included
 * @param bytes in those contents that were finished
 * @param gates with every decision about them
 * @param memoryRecords facts in the full-text memory stores
 * @param capturedMessages messages that were captured and that some memory store has not saved yet
 * @param summaries of conversations
 * @param budgets accounts of what conversations, subjects and tenants have used up
 * @param rates counts of what subjects did in an hour
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
    long rates) {

  static final ErasureReport NOTHING =
      new ErasureReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  static ErasureReport ofConversations(long conversations) {
    return new ErasureReport(conversations, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  static ErasureReport ofBytes(long blobs, long bytes) {
    return new ErasureReport(0, 0, 0, 0, 0, 0, 0, blobs, bytes, 0, 0, 0, 0, 0, 0);
  }

  ErasureReport plus(ErasureReport other) {
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
        rates + other.rates);
  }
}
