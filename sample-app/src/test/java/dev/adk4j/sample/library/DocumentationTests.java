package dev.adk4j.sample.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTests {

  /** The agent's: what is less near is not said to be the answer. */
  private static final double NEAR = 0.58;

  private static Documentation documentation;

  @BeforeAll
  static void read() throws IOException {
    documentation = new Documentation(new DocumentShelf());
  }

  @ParameterizedTest
  @CsvSource({
    "How do I require approval for a tool?, how-do-i-require-approval-for-a-tool",
    "How do I call an OpenAI model?, how-do-i-call-an-openai-model",
    "wich databse do u suport, which-databases-are-supported",
    "aproval for tols, how-do-i-require-approval-for-a-tool",
    "Datenbanken, which-databases-are-supported"
  })
  void findsTheShortAnswer(String question, String anchor) throws Exception {
    assertThat(find(question).getFirst().source()).startsWith(SearchedPages.ANSWERS);
    assertThat(find(question).getFirst().location()).isEqualTo(anchor);
  }

  @ParameterizedTest
  @CsvSource({
    "Wie kann ich einen Tool-Aufruf erst nach Freigabe durch einen Vorgesetzten ausführen?, approval",
    "¿Cómo protejo al agente contra la inyección de prompts en los documentos?, injection",
    "Est-ce que les données des conversations restent chez nous ?, data"
  })
  void findsAnAnswerToAQuestionInAnotherLanguage(String question, String word) throws Exception {
    assertThat(find(question).stream().limit(3))
        .anyMatch(found -> found.location().contains(word) && score(found) >= 0.3);
  }

  @Test
  void findsTheShortAnswerToSomeQuestionsInOtherWords() throws Exception {
    List<String> some = new ArrayList<>();
    for (int i = 0; i < reworded().size(); i += 30) {
      some.add(reworded().get(i));
    }
    assertThat(missed(some)).hasSizeLessThanOrEqualTo(some.size() / 7);
  }

  @Test
  void eachQuestionIsAskedInOtherWords() throws Exception {
    assertThat(reworded().stream().map(line -> line.split(" => ")[0]).collect(Collectors.toSet()))
        .isEqualTo(questions());
  }

  @Nested
  @Tag("slow")
  class EachQuestion {

    @Test
    void findsItsShortAnswerInOtherWords() throws Exception {
      // most of these find their answer second
      assertThat(missed(reworded())).hasSizeLessThanOrEqualTo(questions().size() / 9);
    }

    @Test
    void isNoAnswerToWhatIsOffTopic() throws Exception {
      assertThat(answered(lines("off-topic-sentences.txt"))).hasSizeLessThanOrEqualTo(2);
    }
  }

  private static List<String> reworded() throws IOException {
    return lines("reworded-questions.txt");
  }

  private static List<String> missed(List<String> lines) throws Exception {
    List<String> missed = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.split(" => ");
      List<Passage> found = find(parts[1]);
      if (found.isEmpty() || !found.getFirst().location().equals(parts[0])) {
        missed.add(line + " finds " + found.stream().map(Passage::location).limit(2).toList());
      }
    }
    return missed;
  }

  @Test
  void hasNoAnswerToSomeThingsThatAreOffTopic() throws Exception {
    List<String> sentences = lines("off-topic-sentences.txt");
    assertThat(sentences).hasSizeGreaterThanOrEqualTo(30);
    assertThat(answered(sentences.subList(0, 10))).isEmpty();
  }

  private static List<String> answered(List<String> sentences) throws Exception {
    List<String> answered = new ArrayList<>();
    for (String sentence : sentences) {
      if (find(sentence).stream().anyMatch(found -> score(found) >= NEAR)) {
        answered.add(sentence);
      }
    }
    return answered;
  }

  @Test
  void everyQuestionHasOtherWordings() throws IOException {
    Set<String> worded =
        Files.readAllLines(Path.of("src/main/resources/wordings.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.substring(0, line.indexOf(": ")))
            .collect(Collectors.toSet());
    assertThat(worded).isEqualTo(questions());
  }

  @Test
  void everySectionBeginsAndEndsWithASentence() throws Exception {
    assertThat(documentation.sections())
        .hasSizeGreaterThan(300)
        .allSatisfy(
            section -> {
              String text = section.text().strip();
              assertThat(text).as(section.source()).doesNotMatch("(?s)^[a-z,;.)].*");
              String last = text.lines().reduce((first, second) -> second).orElseThrow();
              boolean prose =
                  !last.startsWith("|")
                      && !last.startsWith("```")
                      && !last.matches("\\s*[-*] .*|\\s{2,}.*");
              assertThat(!prose || last.matches(".*[.!?:…)*`\\]]$"))
                  .as(section.source() + "#" + section.location() + " ends: " + last)
                  .isTrue();
            });
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

  @Test
  void findsTheRowOfAName() throws Exception {
    assertThat(find("what does e_storage_conflict mean?").getFirst().text())
        .startsWith("`E_STORAGE_CONFLICT`\n")
        .contains("* Meaning: ", "* What to do: ");
    assertThat(find("what is adk.jdbc.schema for").getFirst().text())
        .startsWith("`adk.jdbc.schema`\n\n")
        .contains("Type: ", "Default: ");
  }

  /** The anchors of all questions of the pages; each answer is one passage. */
  private static Set<String> questions() {
    List<String> anchors =
        documentation.sections().stream()
            .filter(section -> section.source().startsWith(SearchedPages.ANSWERS))
            .map(Passage::location)
            .toList();
    assertThat(anchors).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(380);
    return new TreeSet<>(anchors);
  }

  private static List<String> lines(String resource) throws IOException {
    return Files.readAllLines(Path.of("src/test/resources").resolve(resource)).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static List<Passage> find(String question) throws Exception {
    return documentation.retrieve(RetrievalQuery.of(question, 5));
  }

  private static double score(Passage found) {
    Double score = found.score();
    return score == null ? 0 : score;
  }
}
