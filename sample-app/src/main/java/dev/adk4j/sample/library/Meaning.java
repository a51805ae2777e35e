package dev.adk4j.sample.library;

import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.Passage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Vectors of texts without a model: of words and of what they mean by {@link Synonyms}. Rare words
 * count more, and misspelled ones as the right ones. The heading of a passage counts more than its
 * text. A word that no passage has makes a question less near to all of them.
 */
final class Meaning implements VectorEncoder {

  /** A word of the text alone is left out where fewer passages have it. */
  private static final int OFTEN = 3;

  /** Shares of a passage's vector: its own heading, those above it, and its text. */
  private static final float HEADING = 1;

  private static final float ABOVE = 0.4f;
  private static final float TEXT = 0.8f;

  /** Shares of a word as it is spelled, beside its meanings and without any. */
  private static final float SPELLED = 0.5f;

  private static final float ALONE = 0.75f;

  /** However often something is written about, a question about it is about it. */
  private static final float LEAST_MEANT = 2;

  private static final String MEANS = "=";

  private static final String BETWEEN_HEADINGS = " › ";

  /** In how many passages a feature is, and the dimension that it has. */
  private final Map<String, Integer> known = new HashMap<>();

  private final Map<String, Integer> dimensions = new HashMap<>();

  private final Spelling spelling;
  private final int texts;

  /**
   * @param passages all that is searched: a word that is in few of them is rare
   */
  Meaning(Collection<Passage> passages) {
    this.texts = passages.size();
    Map<String, Integer> spelled = new HashMap<>();
    for (Passage passage : passages) {
      Set<String> there = read(String.join(" ", passage.titlePath()), spelled);
      there.forEach(feature -> dimensions.putIfAbsent(feature, dimensions.size()));
      there.addAll(read(passage.text(), spelled));
      there.forEach(feature -> known.merge(feature, 1, Integer::sum));
    }
    known.forEach(
        (feature, count) -> {
          if (count >= OFTEN) {
            dimensions.putIfAbsent(feature, dimensions.size());
          }
        });
    this.spelling = new Spelling(spelled);
  }

  private static Set<String> read(String text, Map<String, Integer> spelled) {
    Set<String> features = new HashSet<>();
    for (String word : Words.asked(text)) {
      spelled.merge(word, 1, Integer::sum);
      features.add(Words.stem(word));
      Synonyms.meanings(word).forEach(meaning -> features.add(MEANS + meaning));
    }
    return features;
  }

  @Override
  public List<float[]> encode(List<String> texts, EncodeKind kind) {
    return texts.stream()
        .map(text -> kind == EncodeKind.QUERY ? question(text) : passage(text))
        .toList();
  }

  private float[] question(String text) {
    Map<String, Float> weights = asked(text);
    float[] vector = vector(weights);
    double unknown = 0;
    for (Map.Entry<String, Float> weight : weights.entrySet()) {
      if (!dimensions.containsKey(weight.getKey())) {
        unknown += weight.getValue() * weight.getValue();
      }
    }
    vector[dimensions.size()] = (float) Math.sqrt(unknown);
    return normal(vector);
  }

  private float[] passage(String text) {
    int end = text.indexOf("\n\n");
    String head = end < 0 ? text : text.substring(0, end);
    int last = head.lastIndexOf(BETWEEN_HEADINGS);
    float[] sum = new float[dimensions.size() + 1];
    add(sum, head.substring(last < 0 ? 0 : last), HEADING);
    add(sum, head.substring(0, Math.max(0, last)), ABOVE);
    add(sum, end < 0 ? "" : text.substring(end), TEXT);
    return normal(sum);
  }

  private void add(float[] sum, String text, float share) {
    float[] part = normal(vector(weights(text)));
    for (int i = 0; i < sum.length; i++) {
      sum[i] += share * part[i];
    }
  }

  /** Returns how much each feature of a question counts, with misspelled words corrected. */
  Map<String, Float> asked(String question) {
    return weights(corrected(question));
  }

  String corrected(String question) {
    return spelling.corrected(question);
  }

  /** Returns how much each feature of several texts about the same counts, a repeated one more. */
  Map<String, Float> together(List<String> texts) {
    Map<String, Float> weights = weights(String.join(" ", texts));
    Map<String, Float> often = new HashMap<>();
    for (String text : texts) {
      weights(text).keySet().forEach(feature -> often.merge(feature, 1f, Float::sum));
    }
    often.replaceAll((word, times) -> weights.getOrDefault(word, 0f) * times / (times + 1));
    return often;
  }

  /** Returns how much of a question is among features. More text has more, and counts less. */
  static double shared(Map<String, Float> asked, Map<String, Float> there) {
    double sum = 0;
    for (Map.Entry<String, Float> weight : asked.entrySet()) {
      sum += weight.getValue() * there.getOrDefault(weight.getKey(), 0f);
    }
    return sum == 0 ? 0 : sum / (length(asked) * Math.sqrt(length(there)));
  }

  private static double length(Map<String, Float> weights) {
    return Math.sqrt(weights.values().stream().mapToDouble(weight -> weight * weight).sum());
  }

  /** Returns how much each feature of a text counts. */
  private Map<String, Float> weights(String text) {
    Map<String, Float> weights = new HashMap<>();
    for (String word : Words.asked(text)) {
      String stem = Words.stem(word);
      float most = rarity(stem);
      float spelled = Synonyms.meanings(word).isEmpty() ? ALONE : SPELLED;
      for (String meaning : Synonyms.meanings(word)) {
        float meant = Math.max(LEAST_MEANT, rarity(MEANS + meaning));
        weights.merge(MEANS + meaning, meant, Float::max);
        most = Math.min(most, meant);
      }
      weights.merge(stem, (known.containsKey(stem) ? spelled : 1) * most, Float::max);
    }
    return weights;
  }

  private float[] vector(Map<String, Float> weights) {
    float[] vector = new float[dimensions.size() + 1];
    weights.forEach(
        (feature, weight) -> {
          Integer dimension = dimensions.get(feature);
          if (dimension != null) {
            vector[dimension] = weight;
          }
        });
    return vector;
  }

  private float rarity(String feature) {
    return (float) Math.log1p(texts / (1.0 + known.getOrDefault(feature, 0)));
  }

  private static float[] normal(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += value * value;
    }
    if (squares > 0) {
      float length = (float) Math.sqrt(squares);
      for (int i = 0; i < vector.length; i++) {
        vector[i] /= length;
      }
    }
    return vector;
  }
}
