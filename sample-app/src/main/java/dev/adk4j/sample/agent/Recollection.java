package dev.adk4j.sample.agent;

import dev.adk4j.sample.library.Words;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Finds the facts that share words with a question. */
final class Recollection {

  private Recollection() {}

  /**
   * Returns the facts that share the most words first; all facts if the question has no keyword.
   */
  static List<String> about(String question, Collection<String> facts) {
    Set<String> wanted = Words.of(question);
    if (wanted.isEmpty()) {
      return facts.stream().distinct().toList();
    }
    return facts.stream()
        .distinct()
        .filter(fact -> Words.shared(wanted, fact) > 0)
        .sorted((a, b) -> Long.compare(Words.shared(wanted, b), Words.shared(wanted, a)))
        .toList();
  }
}
