package dev.adk4j.sample.agent;

import dev.adk4j.primitive.Memory;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the memories that share words with a question. */
final class Recollection {

  private static final Set<String> COMMON =
      Set.of(
          "a",
          "an",
          "the",
          "is",
          "are",
          "was",
          "were",
          "do",
          "does",
          "did",
          "you",
          "know",
          "remember",
          "about",
          "of",
          "what",
          "who",
          "where",
          "when",
          "which",
          "how",
          "me",
          "in",
          "on",
          "at",
          "to",
          "for",
          "and",
          "or",
          "called",
          "name",
          "named",
          "s");

  private Recollection() {}

  /**
   * Those that share the most words first; all of them where the question has no word of its own.
   */
  static List<String> about(String question, Collection<Memory> memories) {
    Set<String> wanted = words(question);
    List<String> facts = memories.stream().map(m -> m.content().value()).distinct().toList();
    if (wanted.isEmpty()) {
      return facts;
    }
    return facts.stream()
        .filter(fact -> shared(wanted, fact) > 0)
        .sorted((a, b) -> Long.compare(shared(wanted, b), shared(wanted, a)))
        .toList();
  }

  private static long shared(Set<String> wanted, String fact) {
    return words(fact).stream().filter(wanted::contains).count();
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(w -> !w.isEmpty() && !COMMON.contains(w))
        .collect(Collectors.toSet());
  }
}
