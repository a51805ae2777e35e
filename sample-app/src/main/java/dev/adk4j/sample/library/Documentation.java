package dev.adk4j.sample.library;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Finds passages of the documentation by their words. The library's index finds candidates; those
 * whose page or headings have the words of the question come first. What shares too little with the
 * question is not found. Thread-safe.
 */
@Component
class Documentation implements Retriever {

  private static final int CANDIDATES = 40;

  private final Retriever byWords;
  private final Map<String, Candidate> candidates = new HashMap<>();

  Documentation(DocumentShelf shelf) {
    // first party: whoever deploys the application has packed these pages
    DocumentIndex index =
        DocumentIndex.of(
            shelf.documents().stream()
                .map(page -> new SourceDocument(page.path(), page.text()))
                .toList(),
            TrustTier.FIRST_PARTY);
    Map<String, Integer> places = new HashMap<>();
    for (Passage passage : index.passages()) {
      int place = places.merge(passage.source(), 1, Integer::sum) - 1;
      candidates.put(passage.id(), Candidate.of(passage, place));
    }
    this.byWords = index.byWords();
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    Map<String, Double> asked = new LinkedHashMap<>();
    Words.of(query.text()).forEach(word -> asked.put(word, rarity(word)));
    if (asked.isEmpty()) {
      return List.of();
    }
    Set<String> wanted = new LinkedHashSet<>();
    asked.keySet().forEach(word -> wanted.addAll(Synonyms.of(word)));
    return byWords
        .retrieve(new RetrievalQuery(String.join(" ", wanted), CANDIDATES, query.scope()))
        .stream()
        .filter(found -> candidate(found).fits(asked))
        .map(found -> found.withScore(candidate(found).rank(asked, score(found))))
        .sorted(Comparator.comparingDouble(Documentation::score).reversed())
        .limit(query.limit())
        .toList();
  }

  private Candidate candidate(Passage found) {
    return Objects.requireNonNull(candidates.get(found.id()));
  }

  /** Returns a weight above 0, greater for a word in fewer passages. */
  private double rarity(String word) {
    long in =
        candidates.values().stream().filter(known -> Words.match(word, known.text()) > 0).count();
    return Math.log1p(candidates.size() / (1.0 + in));
  }

  private static double score(Passage found) {
    Double score = found.score();
    return score == null ? 0 : score;
  }
}
