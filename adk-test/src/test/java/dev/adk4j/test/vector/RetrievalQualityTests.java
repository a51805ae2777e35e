package dev.adk4j.test.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.test.TestAgentContext;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorRecord;
import dev.adk4j.vector.retrieval.VectorRetrievables;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Real embeddings of a real text: the glue finds what comparing with every passage finds, and that
 * is of use.
 */
class RetrievalQualityTests {

  private static final int K = 5;

  /** Questions, and a part of the passage that answers each. */
  private static final Map<String, String> QUESTIONS = new LinkedHashMap<>();

  static {
    QUESTIONS.put(
        "Which basic rights does every human being have?",
        "Life, Liberty and the pursuit of Happiness");
    QUESTIONS.put("May journalists print what they want?", "freedom of speech, or of the press");
    QUESTIONS.put(
        "Can the police search my home without a warrant?", "unreasonable searches and seizures");
    QUESTIONS.put("Do I have to testify against myself in court?", "witness against himself");
    QUESTIONS.put("Complaint about being taxed without agreeing to it", "imposing Taxes on us");
    QUESTIONS.put("hired foreign soldiers", "foreign Mercenaries");
    QUESTIONS.put("The king interfered with trade and commerce overseas", "cutting off our Trade");
    QUESTIONS.put("Is torture allowed as a punishment?", "cruel and unusual punishments");
    QUESTIONS.put("Why are we gathered at this battlefield?", "great battle-field");
    QUESTIONS.put("Where do governments get their power from?", "consent of the governed");
    QUESTIONS.put("judges' pay depends on the king", "Judges dependent on his Will");
    QUESTIONS.put("right to own a gun", "keep and bear Arms");
  }

  private static List<String> passages;
  private static List<float[]> vectors;
  private static VectorEncoder encoder;

  @BeforeAll
  static void embedTheText() throws IOException {
    try (InputStream in =
        RetrievalQualityTests.class.getResourceAsStream("founding-documents.txt")) {
      passages =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(l -> !l.startsWith("#"))
              .toList();
    }
    AllMiniLmL6V2QuantizedEmbeddingModel model =
        new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
    encoder =
        (texts, kind) ->
            model.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
                .map(e -> e.vector())
                .toList();
    vectors = encoder.encode(passages, VectorEncoder.EncodeKind.DOCUMENT);
  }

  @Test
  void glueFindsTheSameAsBruteForce() throws Exception {
    assertThat(passages).hasSizeGreaterThanOrEqualTo(60);
    VectorDb db = VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
    List<VectorRecord> records = new ArrayList<>();
    passages.forEach(p -> records.add(VectorRecord.ofText("p" + records.size(), p)));
    db.collection("law").upsert(records);
    RetrievableStorage glue =
        VectorRetrievables.builder(db, "law")
            .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
            .topK(K)
            .build();
    int same = 0;
    int answered = 0;
    for (Map.Entry<String, String> question : QUESTIONS.entrySet()) {
      List<Retrievable> found =
          glue.fetchRetrievables(
              TestAgentContext.builder().input(Message.user(question.getKey())).build());
      Set<String> ids = new HashSet<>(found.stream().map(Retrievable::id).toList());
      ids.retainAll(bruteForce(question.getKey()));
      same += ids.size();
      for (Retrievable one : found) {
        answered += one.contentString().contains(question.getValue()) ? 1 : 0;
      }
    }
    double recall = (double) same / (K * QUESTIONS.size());
    System.out.printf(
        "retrieval: recall@%d %.3f of brute force, %d of %d questions answered within %d of %d passages%n",
        K, recall, answered, QUESTIONS.size(), K, passages.size());
    assertThat(recall).isEqualTo(1.0);
    assertThat(answered).isGreaterThanOrEqualTo(10);
  }

  /** The nearest by cosine, in the plainest way. */
  private static Set<String> bruteForce(String question) {
    float[] query = encoder.encode(List.of(question), VectorEncoder.EncodeKind.QUERY).getFirst();
    return new HashSet<>(
        IntStream.range(0, passages.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -cosine(query, vectors.get(i))))
            .limit(K)
            .map(i -> "p" + i)
            .toList());
  }

  private static double cosine(float[] a, float[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      aa += (double) a[i] * a[i];
      bb += (double) b[i] * b[i];
    }
    return dot / Math.sqrt(aa * bb);
  }
}
