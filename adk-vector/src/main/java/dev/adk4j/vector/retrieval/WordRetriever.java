package dev.adk4j.vector.retrieval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Searches passages by their words, ranked by BM25. Immutable after its construction. */
final class WordRetriever implements Retriever {

  /** Limits how much more of one word counts; {@link #B} how much length does. Usual values. */
  private static final double K = 1.2;

  private static final double B = 0.75;

  private static final int TITLE_WEIGHT = 2;

  /** Words of one beginning are forms of each other, whatever the language: return, returns. */
  private static final int SHORTEST_STEM = 4;

  private static final int LONGEST_ENDING = 3;

  private static final double FORM_WEIGHT = 0.5;

  private final List<Passage> passages;
  private final int[] lengths;
  private final double averageLength;
  private final NavigableMap<String, List<Occurrence>> occurrences = new TreeMap<>();

  private record Occurrence(int passage, int count) {}

  WordRetriever(List<Passage> passages) {
    this.passages = passages;
    this.lengths = new int[passages.size()];
    for (int i = 0; i < lengths.length; i++) {
      Map<String, Integer> counts = new HashMap<>();
      lengths[i] = count(passages.get(i).text(), 1, counts);
      lengths[i] += count(passages.get(i).title(), TITLE_WEIGHT, counts);
      int passage = i;
      counts.forEach(
          (word, count) ->
              occurrences
                  .computeIfAbsent(word, w -> new ArrayList<>(1))
                  .add(new Occurrence(passage, count)));
    }
    this.averageLength = Math.max(1, Arrays.stream(lengths).average().orElse(1));
  }

  private static int count(String text, int weight, Map<String, Integer> counts) {
    List<String> words = Words.of(text);
    words.forEach(word -> counts.merge(word, weight, Integer::sum));
    return words.size();
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) {
    Set<String> words = new HashSet<>(Words.of(query.text()));
    double[] scores = new double[passages.size()];
    double best = 0;
    for (String word : words) {
      Map<Integer, Double> found = find(word);
      double rarity = rarity(found.size());
      best += rarity * (K + 1);
      found.forEach((passage, frequency) -> scores[passage] += rarity * frequency);
    }
    double highest = best;
    return IntStream.range(0, scores.length)
        .filter(i -> scores[i] > 0)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]).thenComparing(i -> i))
        .limit(query.limit())
        .map(i -> passages.get(i).withScore(Math.min(1, scores[i] / highest)))
        .toList();
  }

  /** Returns the passages that have the word or a form of it, with how much of it. */
  private Map<Integer, Double> find(String word) {
    Map<Integer, Double> found = new HashMap<>();
    add(word, 1, found);
    if (word.length() >= SHORTEST_STEM) {
      for (String longer : occurrences.subMap(word, false, word + '\uFFFF', false).keySet()) {
        if (longer.length() <= word.length() + LONGEST_ENDING) {
          add(longer, FORM_WEIGHT, found);
        }
      }
    }
    int shortest = Math.max(SHORTEST_STEM, word.length() - LONGEST_ENDING);
    for (int length = word.length() - 1; length >= shortest; length--) {
      add(word.substring(0, length), FORM_WEIGHT, found);
    }
    return found;
  }

  private void add(String word, double weight, Map<Integer, Double> to) {
    for (Occurrence at : occurrences.getOrDefault(word, List.of())) {
      to.merge(at.passage(), weight * frequency(at), Math::max);
    }
  }

  /** Returns a weight above 0, greater for a word in fewer passages. */
  private double rarity(int in) {
    return Math.log1p((passages.size() - in + 0.5) / (in + 0.5));
  }

  private double frequency(Occurrence at) {
    double length = 1 - B + B * lengths[at.passage()] / averageLength;
    return at.count() * (K + 1) / (at.count() + K * length);
  }
}
