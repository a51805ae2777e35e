package dev.adk4j.sample.library;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.Explanation;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Finds sections of the documentation by the library's search by vector and words. A score is how
 * near the question and the section are; short answers of {@value #ANSWERS} come before what is
 * about as near. Thread-safe.
 */
@Component
class Documentation implements Retriever {

  /** Each section of these pages is an answer. */
  static final String ANSWERS = "docs/how-do-i/";

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

  /** Lists, history and figures name many things and explain none. */
  private static final Pattern NO_GUIDE =
      Pattern.compile(
          "docs/(?:reference|reports|decisions|benchmarks)/.*"
              + "|docs/(?:README|SKILL|how-do-i|renames|ten-tasks|security-asvs)\\.md");

  private static final Pattern ABOUT_THE_PAGE =
      Pattern.compile("^After this page [^\\n]*(?:\\n[^\\n]+)*\\n\\n");

  private final NamedRows names;
  private final Meaning meaning;
  private final Sense sense;
  private final Retriever hybrid;

  /** By source and location: whole blocks from the beginning of the section on. */
  private final Map<String, Passage> sections = new LinkedHashMap<>();

  /** How much the words of the same sections, and of other wordings, count together. */
  private final Map<String, Map<String, Float>> words = new HashMap<>();

  /** Questions and other wordings, without marks, with the keys of their answers. */
  private final Map<String, String> exact = new HashMap<>();

  @Autowired
  Documentation(DocumentShelf shelf) {
    this(shelf, new Sense(Sense.model()));
  }

  Documentation(DocumentShelf shelf, Sense sense) {
    this.sense = sense;
    names = new NamedRows(shelf.documents());
    // first party: whoever deploys the application has packed these pages
    DocumentIndex index =
        DocumentIndex.of(
            Stream.concat(
                    shelf.documents().stream()
                        .filter(page -> !NO_GUIDE.matcher(page.path()).matches())
                        .map(page -> new SourceDocument(page.path(), searched(page))),
                    wordings())
                .toList(),
            TrustTier.FIRST_PARTY);
    index.passages().forEach(part -> sections.merge(key(part), part, Documentation::joined));
    sections.replaceAll(
        (key, section) -> text(section, ABOUT_THE_PAGE.matcher(section.text()).replaceFirst("")));
    meaning = new Meaning(index.passages());
    Map<String, List<String>> texts = new HashMap<>();
    for (Passage part : index.passages()) {
      String text = String.join(" ", part.titlePath()) + " " + part.text();
      texts.computeIfAbsent(key(part), key -> new ArrayList<>()).add(text);
      if (isAnswer(part)) {
        exact.putIfAbsent(letters(part.titlePath().getLast()), key(part));
      }
    }
    texts.forEach((key, all) -> words.put(key, meaning.together(all)));
    VectorDb db = VectorDb.builder(new InMemoryVectorBackend()).encoder(meaning).build();
    hybrid = index.hybrid(db, "documentation", "english");
  }

  /** An answer has nothing above it but its question. */
  private static String searched(Document page) {
    return page.path().startsWith(ANSWERS)
        ? page.text().substring(page.text().indexOf("\n## "))
        : page.text();
  }

  /** Each wording is the heading of a section whose source is the answer. */
  private static Stream<SourceDocument> wordings() {
    return Words.lines("wordings.txt").stream()
        .map(
            line -> {
              int colon = line.indexOf(": ");
              String headings = "# " + line.substring(colon + 2).replace(" | ", "\n\n# ");
              return new SourceDocument(ANSWERS + "#" + line.substring(0, colon), headings);
            });
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    List<Passage> named = names.in(query.text());
    boolean empty =
        Words.asked(query.text()).isEmpty() && !exact.containsKey(letters(query.text()));
    if (!named.isEmpty() || empty) {
      return named.stream().limit(query.limit()).toList();
    }
    Map<String, Passage> found = search(query.text(), query);
    List<String> parts = Words.questions(query.text());
    int most = parts.size() > 1 ? Math.min(parts.size(), PARTS) : 0;
    for (String part : parts.subList(0, most)) {
      List<Passage> nearest = best(search(part, query));
      double share = Math.min(1, 0.4 + 0.15 * Words.asked(part).size());
      for (Passage passage : nearest) {
        double near = share * score(passage) * (passage == nearest.getFirst() ? 1 : BESIDE);
        found.merge(key(passage), passage.withScore(near), Documentation::nearer);
      }
    }
    return best(found).stream().limit(query.limit()).toList();
  }

  /** Returns the sections that come near to a question, by their keys. */
  private Map<String, Passage> search(String text, RetrievalQuery query) throws Exception {
    Map<String, Float> asked = meaning.asked(text);
    Map<String, Passage> found = new HashMap<>();
    for (Passage part : hybrid.retrieve(new RetrievalQuery(text, CANDIDATES, query.scope()))) {
      double near =
          nearness(part, Meaning.shared(asked, Objects.requireNonNull(words.get(key(part)))));
      found.merge(key(part), section(key(part), near), Documentation::nearer);
    }
    String asItIs = exact.get(letters(text));
    Map<String, Double> meant = asItIs == null ? sense.near(meaning.corrected(text)) : Map.of();
    if (meant.values().stream().anyMatch(cosine -> cosine >= UNDERSTOOD)) {
      meant.forEach((anchor, cosine) -> mean(found, "#" + anchor, cosine));
    } else {
      found.replaceAll(
          (key, passage) ->
              isAnswer(passage) ? passage.withScore(WORDS_ALONE * score(passage)) : passage);
    }
    if (asItIs != null) {
      found.put(asItIs, section(asItIs, 1));
    }
    found.values().removeIf(passage -> score(passage) < LEAST);
    return found;
  }

  private void mean(Map<String, Passage> found, String key, double cosine) {
    if (sections.containsKey(key)) {
      Passage byWords = found.get(key);
      double near = MEANT * cosine + (1 - MEANT) * (byWords == null ? 0 : score(byWords));
      found.put(key, section(key, Math.clamp(near, 0, 1)));
    }
  }

  private Passage section(String key, double near) {
    return Objects.requireNonNull(sections.get(key)).withScore(near);
  }

  private static boolean isAnswer(Passage passage) {
    return passage.source().startsWith(ANSWERS);
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
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
    return sections.values();
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
    return Math.clamp((isAnswer(part) ? ANSWER : GUIDE) * near, 0, 1);
  }

  /**
   * A text that announces code has the code with it; what comes after the first part is left out.
   */
  private static Passage joined(Passage section, Passage next) {
    return section.text().endsWith(":")
        ? text(section, section.text() + "\n\n" + next.text())
        : section;
  }

  private static Passage text(Passage section, String text) {
    return new Passage(
        section.id(),
        text,
        section.titlePath(),
        section.source(),
        section.location(),
        section.score(),
        section.trustTier());
  }

  private static String key(Passage part) {
    String source = part.source();
    return source.startsWith(ANSWERS + "#")
        ? source.substring(ANSWERS.length())
        : (source.startsWith(ANSWERS) ? "" : source) + "#" + part.location();
  }

  private static double score(Passage found) {
    Double score = found.score();
    return score == null ? 0 : score;
  }
}
