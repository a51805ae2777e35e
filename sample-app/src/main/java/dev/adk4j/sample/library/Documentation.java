package dev.adk4j.sample.library;

import dev.adk4j.vector.Explanation;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Finds sections of the documentation by the library's search by vector and words. A score is how
 * near the question and the section are; short answers of {@value SearchedPages#ANSWERS} come
 * before what is about as near. Thread-safe.
 */
@Component
class Documentation implements Retriever {

  private static final int CANDIDATES = 50;

  /** Most sentences of a message that are searched one by one. */
  private static final int PARTS = 5;

  /** A short answer is nearer than a section of a guide; with all words of a question it has 1. */
  private static final double ANSWER = 0.7;

  private static final double GUIDE = 0.5;

  /** Weight of the cosine beside that of the words that are there. */
  private static final double WEIGHT = 0.5;

  /** Weight of what a question means beside its words, for short answers. */
  private static final double MEANT = 2.0 / 3;

  /** An answer is compared by its words alone where the model says nothing. */
  private static final double WORDS_ALONE = 0.9;

  /**
   * A question that means nothing like any answer is one that the model does not understand. It
   * reads English only; the synonyms have words of other languages, too.
   */
  private static final double UNDERSTOOD = 0.4;

  /** What is not the nearest to a part of a question comes after what is nearest to another. */
  private static final double BESIDE = 0.8;

  /** What is further away has nothing to do with the question. */
  private static final double LEAST = 0.28;

  private final SearchedPages pages;
  private final Sense sense;

  @Autowired
  Documentation(DocumentShelf shelf) {
    this(shelf, new Sense(Sense.model()));
  }

  Documentation(DocumentShelf shelf, Sense sense) {
    this.pages = SearchedPages.of(shelf.documents());
    this.sense = sense;
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    String text = Words.inEnglish(query.text());
    List<Passage> named = pages.names.in(text);
    boolean empty =
        Words.asked(text).isEmpty() && !pages.exact.containsKey(SearchedPages.letters(text));
    if (!named.isEmpty() || empty) {
      return named.stream().limit(query.limit()).toList();
    }
    Map<String, Passage> found = search(text, query);
    List<String> parts = Words.questions(text);
    int most = parts.size() > 1 ? Math.min(parts.size(), PARTS) : 0;
    for (String part : parts.subList(0, most)) {
      List<Passage> nearest = best(search(part, query));
      double share = Math.min(1, 0.4 + 0.15 * Words.asked(part).size());
      for (Passage passage : nearest) {
        double near = share * score(passage) * (passage == nearest.getFirst() ? 1 : BESIDE);
        found.merge(SearchedPages.key(passage), passage.withScore(near), Documentation::nearer);
      }
    }
    return best(found).stream().limit(query.limit()).toList();
  }

  /** Returns the sections that come near to a question, by their keys. */
  private Map<String, Passage> search(String text, RetrievalQuery query) throws Exception {
    Map<String, Float> asked = pages.meaning.asked(text);
    Map<String, Passage> found = new HashMap<>();
    for (Passage part :
        pages.hybrid.retrieve(new RetrievalQuery(text, CANDIDATES, query.scope()))) {
      String key = SearchedPages.key(part);
      Map<String, Float> words = Objects.requireNonNull(pages.words.get(key));
      double near = nearness(part, Meaning.shared(asked, words));
      found.merge(key, section(key, near), Documentation::nearer);
    }
    String asItIs = pages.exact.get(SearchedPages.letters(text));
    Map<String, Double> meant =
        asItIs == null ? sense.near(pages.meaning.corrected(text)) : Map.of();
    if (meant.values().stream().anyMatch(cosine -> cosine >= UNDERSTOOD)) {
      meant.forEach((anchor, cosine) -> mean(found, "#" + anchor, cosine));
    } else {
      found.replaceAll(
          (key, passage) ->
              SearchedPages.isAnswer(passage)
                  ? passage.withScore(WORDS_ALONE * score(passage))
                  : passage);
    }
    if (asItIs != null) {
      found.put(asItIs, section(asItIs, 1));
    }
    found.values().removeIf(passage -> score(passage) < LEAST);
    return found;
  }

  private void mean(Map<String, Passage> found, String key, double cosine) {
    if (pages.sections.containsKey(key)) {
      Passage byWords = found.get(key);
      double near = MEANT * cosine + (1 - MEANT) * (byWords == null ? 0 : score(byWords));
      found.put(key, section(key, Math.clamp(near, 0, 1)));
    }
  }

  private Passage section(String key, double near) {
    return Objects.requireNonNull(pages.sections.get(key)).withScore(near);
  }

  private static List<Passage> best(Map<String, Passage> found) {
    return found.values().stream()
        .sorted(Comparator.comparingDouble(Documentation::score).reversed())
        .toList();
  }

  private static Passage nearer(Passage a, Passage b) {
    return score(a) >= score(b) ? a : b;
  }

  Collection<Passage> sections() {
    return pages.sections.values();
  }

  /**
   * The cosine of question and passage, and the part of the question's words that the section has.
   * The ranks of the search say nothing of how near they are.
   */
  private static double nearness(Passage part, double shared) {
    Explanation explanation = part.explanation();
    Explanation.Rank vector = explanation == null ? null : explanation.vector();
    double cosine = vector == null ? 0 : 2 * vector.score() - 1;
    double near = WEIGHT * cosine + (1 - WEIGHT) * shared;
    return Math.clamp((SearchedPages.isAnswer(part) ? ANSWER : GUIDE) * near, 0, 1);
  }

  private static double score(Passage found) {
    Double score = found.score();
    return score == null ? 0 : score;
  }
}
