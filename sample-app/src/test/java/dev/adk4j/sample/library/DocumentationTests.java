package dev.adk4j.sample.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTests {

  private static Documentation documentation;

  @BeforeAll
  static void read() throws IOException {
    documentation = new Documentation(new DocumentShelf());
  }

  @ParameterizedTest
  @CsvSource({
    "How does memory work?, docs/memory.md",
    "How do I test an agent?, docs/testing.md",
    "How does it compare to LangChain4j?, docs/compare/langchain4j.md",
    "What is a gate?, docs/gates.md"
  })
  void findsTheGuideBeforeListsAndReports(String question, String page) throws Exception {
    assertThat(find(question).getFirst().source()).isEqualTo(page);
  }

  @ParameterizedTest
  @ValueSource(strings = {"databases", "Datenbanken", "mysql"})
  void findsWhatPeopleMeanByOtherWords(String word) throws Exception {
    assertThat(find(word).getFirst().source()).isEqualTo("docs/storage.md");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "???", "what is the", "qwer asdf", "how tall is he"})
  void findsNothingForWordsThatNoPassageIsAbout(String text) throws Exception {
    assertThat(find(text)).isEmpty();
  }

  @Test
  void findsAtMostWhatIsAskedForBestFirst() throws Exception {
    List<Passage> found = documentation.retrieve(RetrievalQuery.of("approval", 3));
    assertThat(found).hasSize(3);
    assertThat(found.stream().map(Passage::score))
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  private static List<Passage> find(String question) throws Exception {
    return documentation.retrieve(RetrievalQuery.of(question, 5));
  }
}
