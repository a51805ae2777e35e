package dev.adk4j.vector.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Ranks texts by BM25. A word that is up to three letters longer or shorter counts half. Among
 * equal scores the text that was added first is better. Not thread-safe for writes.
 *
 * @param <K> key of a text
 */
public final class WordIndex<K> {

  /**
   * Limits the weight of repetitions of a word; {@link #B} limits the weight of the length. Usual
   * values.
   */
  private static final double K1 = 1.2;

  private static final double B = 0.75;

  /** Words with the same beginning are forms of each other, in any language: return, returns. */
  private static final int SHORTEST_STEM = 4;

  private static final int LONGEST_ENDING = 3;

  private static final double FORM_WEIGHT = 0.5;

  private final NavigableMap<String, Map<Entry<K>, Integer>> occurrences = new TreeMap<>();
  private final Map<K, Entry<K>> entries = new LinkedHashMap<>();
  private long added;

  /** Text in the index; compared by identity. */
  private static final class Entry<K> {

    private final K key;
    private final long place;
    private int length;
    private List<String> words = List.of();

    private Entry(K key, long place) {
      this.key = key;
      this.place = place;
    }
  }

  /**
   * Text that was found.
   *
   * @param score above 0
   * @param share part of the best score possible for the question, from 0 to 1
   */
  public record Hit<K>(K key, double score, double share) {

    /** Returns the score; omits the key. */
    @Override
    public String toString() {
      return "Hit[" + score + "]";
    }
  }

  /** Piece of a text with a weight for each of its words. */
  public record Weighted(String text, int weight) {

    /** Returns the weight; omits the text. */
    @Override
    public String toString() {
      return "Weighted[" + weight + "]";
    }
  }

  /** Adds a text, or replaces the one of that key, which keeps its position. */
  public void put(K key, Weighted... pieces) {
    Entry<K> before = entries.get(key);
    remove(key);
    Entry<K> entry = new Entry<>(key, before == null ? added++ : before.place);
    Map<String, Integer> counts = new HashMap<>();
    for (Weighted piece : pieces) {
      List<String> words = Words.of(piece.text());
      words.forEach(word -> counts.merge(word, piece.weight(), Integer::sum));
      entry.length += words.size();
    }
    entry.words = List.copyOf(counts.keySet());
    entries.put(key, entry);
    counts.forEach(
        (word, count) ->
            occurrences.computeIfAbsent(word, w -> new LinkedHashMap<>(2)).put(entry, count));
  }

  public void remove(K key) {
    Entry<K> entry = entries.remove(key);
    if (entry == null) {
      return;
    }
    for (String word : entry.words) {
      Map<Entry<K>, Integer> in = occurrences.get(word);
      if (in != null && in.remove(entry) != null && in.isEmpty()) {
        occurrences.remove(word);
      }
    }
  }

  /**
   * Returns the best texts for the words of a question, best first. A text that does not pass the
   * filter does not affect the others.
   */
  public List<Hit<K>> search(String question, int limit, Predicate<? super K> filter) {
    Scope<K> scope = scope(filter);
    Map<Entry<K>, Double> scores = new HashMap<>();
    double best = 0;
    for (String word : new HashSet<>(Words.of(question))) {
      Map<Entry<K>, Double> found = find(word, scope);
      double rarity = Math.log1p((scope.size - found.size() + 0.5) / (found.size() + 0.5));
      best += rarity * (K1 + 1);
      found.forEach((entry, frequency) -> scores.merge(entry, rarity * frequency, Double::sum));
    }
    double highest = best;
    return scores.entrySet().stream()
        .sorted(
            Comparator.comparingDouble((Map.Entry<Entry<K>, Double> e) -> -e.getValue())
                .thenComparingLong(e -> e.getKey().place))
        .limit(limit)
        .map(e -> new Hit<>(e.getKey().key, e.getValue(), Math.min(1, e.getValue() / highest)))
        .toList();
  }

  private record Scope<K>(Predicate<? super K> filter, int size, double averageLength) {}

  private Scope<K> scope(Predicate<? super K> filter) {
    int size = 0;
    long sum = 0;
    for (Entry<K> entry : entries.values()) {
      if (filter.test(entry.key)) {
        size++;
        sum += entry.length;
      }
    }
    return new Scope<>(filter, size, size == 0 ? 1 : Math.max(1, sum / (double) size));
  }

  /** Returns the texts that contain the word or a form of it, with its weight. */
  private Map<Entry<K>, Double> find(String word, Scope<K> scope) {
    Map<Entry<K>, Double> found = new HashMap<>();
    add(word, 1, scope, found);
    for (String form : forms(word)) {
      add(form, FORM_WEIGHT, scope, found);
    }
    return found;
  }

  private List<String> forms(String word) {
    List<String> forms = new ArrayList<>();
    if (word.length() >= SHORTEST_STEM) {
      for (String longer : occurrences.subMap(word, false, word + '\uFFFF', false).keySet()) {
        if (longer.length() <= word.length() + LONGEST_ENDING) {
          forms.add(longer);
        }
      }
    }
    int shortest = Math.max(SHORTEST_STEM, word.length() - LONGEST_ENDING);
    for (int end = word.length() - 1; end >= shortest; end--) {
      forms.add(word.substring(0, end));
    }
    return forms;
  }

  private void add(String word, double weight, Scope<K> scope, Map<Entry<K>, Double> to) {
    occurrences
        .getOrDefault(word, Map.of())
        .forEach(
            (entry, count) -> {
              if (scope.filter.test(entry.key)) {
                to.merge(entry, weight * frequency(entry, count, scope), Math::max);
              }
            });
  }

  private static <K> double frequency(Entry<K> entry, int count, Scope<K> scope) {
    double relative = 1 - B + B * entry.length / scope.averageLength;
    return count * (K1 + 1) / (count + K1 * relative);
  }
}
