package dev.adk4j.memory.journal;

import java.util.List;

/**
 * What was extracted from a batch of messages, as far as the store has not got it.
 *
 * @param lastSeq the number of the batch's newest message
 */
public record StagedBatch(long lastSeq, List<StagedFact> facts) {

  public StagedBatch {
    facts = List.copyOf(facts);
  }
}
