package dev.adk4j.sample.library;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sections of the documentation, prepared for the search. Thread-safe. */
final class SearchedPages {

  /** Each section of these pages is an answer. */
  static final String ANSWERS = "docs/how-do-i/";

  /** Lists, history and figures name many things and explain none. */
  private static final Pattern NO_GUIDE =
      Pattern.compile(
          "docs/(?:reference|reports|decisions|benchmarks)/.*"
              + "|docs/(?:README|SKILL|how-do-i|renames|ten-tasks|security-asvs)\\.md");

  private static final Pattern ABOUT_THE_PAGE =
      Pattern.compile("^After this page [^\\n]*(?:\\n[^\\n]+)*\\n\\n");

  private static @Nullable SearchedPages last;

  private final List<Document> documents;
  final NamedRows names;
  final Meaning meaning;
  final Retriever hybrid;

  /** By source and location: whole blocks from the beginning of the section on. */
  final Map<String, Passage> sections = new LinkedHashMap<>();

  /** How much the words of the same sections, and of other wordings, count together. */
  final Map<String, Map<String, Float>> words = new HashMap<>();

  /** Questions and other wordings, without marks, with the keys of their answers. */
  final Map<String, String> exact = new HashMap<>();

  /**
   * Returns the pages, prepared once for all application contexts of a JVM with the same pages: the
   * vectors take much memory, and some seconds to make.
   */
  static synchronized SearchedPages of(List<Document> documents) {
    SearchedPages pages = last;
    if (pages == null || !pages.documents.equals(documents)) {
      pages = new SearchedPages(documents);
      last = pages;
    }
    return pages;
  }

  private SearchedPages(List<Document> documents) {
    this.documents = documents;
    names = new NamedRows(documents);
    // first party: whoever deploys the application has packed these pages
    DocumentIndex index =
        DocumentIndex.of(
            Stream.concat(
                    documents.stream()
                        .filter(page -> !NO_GUIDE.matcher(page.path()).matches())
                        .map(page -> new SourceDocument(page.path(), searched(page))),
                    wordings())
                .toList(),
            TrustTier.FIRST_PARTY);
    index.passages().forEach(part -> sections.merge(key(part), part, SearchedPages::joined));
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

  static String key(Passage part) {
    String source = part.source();
    return source.startsWith(ANSWERS + "#")
        ? source.substring(ANSWERS.length())
        : (source.startsWith(ANSWERS) ? "" : source) + "#" + part.location();
  }

  static boolean isAnswer(Passage passage) {
    return passage.source().startsWith(ANSWERS);
  }

  static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
  }
}
