package dev.adk4j.test.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Asks the guides of this project, in other words than theirs, with words and a real model. */
class DocumentIndexQualityTests {

  private static final Path DOCS = Path.of("../docs");

  private static final Set<String> REPEAT = Set.of("README.md", "cookbook.md", "how-do-i.md");

  /** Questions, and the pages that may answer each. */
  private static final Map<String, String> QUESTIONS = new TreeMap<>();

  static {
    QUESTIONS.put("How can a person approve a payment before the tool runs?", "human-approval.md");
    QUESTIONS.put("Which operators can a filter of a vector search use?", "vector-store.md");
    QUESTIONS.put("How do I test my agent without calling a real model?", "testing.md");
    QUESTIONS.put("Where does the agent keep facts about a user?", "memory.md");
    QUESTIONS.put("What metrics and spans does a turn produce?", "observability.md");
    QUESTIONS.put("How do I add OpenAI to my application?", "use-a-real-model.md quick-start.md");
    QUESTIONS.put("Which tables does the storage create in my database?", "storage.md");
    QUESTIONS.put(
        "How is a prompt protected against injected instructions?",
        "prompts.md security-llm.md security.md");
    QUESTIONS.put("How do I write a tool?", "tools.md");
    QUESTIONS.put("What is a turn, and what is a dispatch?", "concepts.md");
    QUESTIONS.put(
        "How do I erase everything that is stored about one customer?",
        "erasure.md security.md memory.md");
    QUESTIONS.put(
        "What has to be changed when I upgrade to a new version?", "upgrading.md renames.md");
  }

  private static DocumentIndex index;

  @BeforeAll
  static void readTheGuides() throws IOException {
    List<SourceDocument> pages = new ArrayList<>();
    try (Stream<Path> files = Files.list(DOCS)) {
      for (Path page : files.filter(DocumentIndexQualityTests::isGuide).sorted().toList()) {
        pages.add(new SourceDocument(page.getFileName().toString(), Files.readString(page)));
      }
    }
    index = DocumentIndex.of(pages, TrustTier.FIRST_PARTY);
  }

  /** The list of pages, and those of short answers and recipes, repeat what the guides say. */
  private static boolean isGuide(Path file) {
    return file.toString().endsWith(".md") && !REPEAT.contains(file.getFileName().toString());
  }

  @Test
  void wordsAnswerMostQuestions() throws Exception {
    assertThat(answered("words", index.byWords())).isGreaterThanOrEqualTo(9);
  }

  @Test
  @Tag("slow")
  void vectorsAnswerMostQuestions() throws Exception {
    AllMiniLmL6V2QuantizedEmbeddingModel model =
        new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
    VectorEncoder encoder =
        (texts, kind) ->
            model.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
                .map(e -> e.vector())
                .toList();
    VectorDb db = VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
    long from = System.nanoTime();
    Retriever retriever = index.byVectors(db, "guides");
    System.out.printf(
        "documents: %d passages encoded in %d ms%n",
        index.passages().size(), (System.nanoTime() - from) / 1_000_000);
    assertThat(answered("vectors", retriever)).isGreaterThanOrEqualTo(9);
    Retriever hybrid = index.hybrid(db, "guides", "english");
    assertThat(answered("vectors and words", hybrid)).isGreaterThanOrEqualTo(9);
  }

  private static int answered(String how, Retriever retriever) throws Exception {
    int first = 0;
    int answered = 0;
    for (Map.Entry<String, String> question : QUESTIONS.entrySet()) {
      List<String> pages =
          retriever.retrieve(RetrievalQuery.of(question.getKey(), 5)).stream()
              .map(passage -> passage.source())
              .toList();
      List<String> wanted = List.of(question.getValue().split(" "));
      first += !pages.isEmpty() && wanted.contains(pages.getFirst()) ? 1 : 0;
      answered += pages.stream().anyMatch(wanted::contains) ? 1 : 0;
    }
    System.out.printf(
        "documents by %s: %d of %d questions answered by the first passage, %d within 5 of %d passages%n",
        how, first, QUESTIONS.size(), answered, index.passages().size());
    return answered;
  }
}
