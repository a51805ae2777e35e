package dev.adk4j.sample.agent;

import dev.adk4j.primitive.Memory;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Finds the memories that share words with a question. */
final class Recollection {

  private Recollection() {}

  /**
   * Those that share the most words first; all of them where the question has no word of its own.
   */
  static List<String> about(String question, Collection<Memory> memories) {
    Set<String> wanted = Words.of(question);
    List<String> facts = memories.stream().map(m -> m.content().value()).distinct().toList();
    if (wanted.isEmpty()) {
      return facts;
    }
    return facts.stream()
        .filter(fact -> Words.shared(wanted, fact) > 0)
        .sorted((a, b) -> Long.compare(Words.shared(wanted, b), Words.shared(wanted, a)))
        .toList();
  }
}
