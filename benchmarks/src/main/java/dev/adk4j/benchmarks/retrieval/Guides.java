package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The guides of this project: the pages directly below {@code docs} and {@code docs/operate}, but
 * those that list or repeat what others say.
 */
record Guides(List<SourceDocument> documents, Map<String, Set<String>> sections) {

  private static final Set<String> REPEAT =
      Set.of(
          "README.md",
          "SKILL.md",
          "cookbook.md",
          "how-do-i.md",
          "renames.md",
          "security-asvs.md",
          "ten-tasks.md");

  private static final int SHINGLE = 5;

  static Guides read(Path docs) throws IOException {
    List<SourceDocument> documents = new ArrayList<>();
    for (String folder : List.of("", "operate")) {
      try (Stream<Path> files = Files.list(docs.resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
          if (!REPEAT.contains(file.getFileName().toString())) {
            documents.add(
                new SourceDocument(
                    docs.relativize(file).toString().replace('\\', '/'), Files.readString(file)));
          }
        }
      }
    }
    Map<String, Set<String>> sections = new HashMap<>();
    for (Passage passage : DocumentIndex.of(documents, TrustTier.FIRST_PARTY).passages()) {
      sections
          .computeIfAbsent(passage.source() + "#" + passage.location(), section -> new HashSet<>())
          .addAll(shingles(passage.text()));
    }
    return new Guides(documents, sections);
  }

  /** Returns the item of a question in the words of its user, or as it was rewritten. */
  Item item(GuideQuestion question, String text) {
    return new Item(
        text, found -> question.answers().stream().anyMatch(section -> answers(section, found)));
  }

  List<Item> items(List<GuideQuestion> questions) {
    return questions.stream().map(question -> item(question, question.text())).toList();
  }

  /**
   * Tells whether a text has half of a section in it, or is itself by half from the section. That
   * is the same for every splitter.
   */
  private boolean answers(String section, Found found) {
    Set<String> wanted = sections.getOrDefault(section, Set.of());
    Set<String> has = shingles(found.text());
    if (wanted.isEmpty() || !section.startsWith(found.source() + "#")) {
      return false;
    }
    long shared = has.stream().filter(wanted::contains).count();
    return shared > 0 && (2 * shared >= wanted.size() || 2 * shared >= has.size());
  }

  private static Set<String> shingles(String text) {
    String[] words = text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+");
    Set<String> shingles = new HashSet<>();
    for (int i = 0; i == 0 || i + SHINGLE <= words.length; i++) {
      shingles.add(
          String.join(" ", List.of(words).subList(i, Math.min(i + SHINGLE, words.length))));
    }
    return shingles;
  }
}
