package dev.adk4j.sample.library;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Words that people say for what the documentation is about, also in German, French and Spanish.
 */
final class Synonyms {

  private static final Map<String, Set<String>> MEANINGS = new HashMap<>();

  private static final Set<String> WORDS = new HashSet<>();

  static {
    for (String group : Words.lines("synonyms.txt")) {
      String[] words = group.split(" ");
      WORDS.addAll(List.of(words));
      for (String word : words) {
        MEANINGS.computeIfAbsent(Words.stem(word), w -> new HashSet<>()).add(words[0]);
      }
    }
  }

  private Synonyms() {}

  static Set<String> words() {
    return WORDS;
  }

  /** Returns what a word stands for; empty for one that stands for itself alone. */
  static Set<String> meanings(String word) {
    return MEANINGS.getOrDefault(Words.stem(word), Set.of());
  }
}
