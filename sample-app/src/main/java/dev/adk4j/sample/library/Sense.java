package dev.adk4j.sample.library;

import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares a question with the short answers by what it says, in whatever words, by a small model
 * that runs inside of the JVM. The vectors of the answers are in a resource. The first question
 * loads the model. Thread-safe.
 */
final class Sense {

  private static final Logger log = LoggerFactory.getLogger(Sense.class);

  /** One answer in each line: anchor, hash of what the vector was made of, and the vector. */
  static final String VECTORS = "answer-vectors.txt";

  private static final String ANSWERS = "answers";

  /** Most characters of a question. Longer texts are compared by words: the model is slow. */
  private static final int LONGEST = 1_000;

  private final VectorDb db;
  private final int answers;
  private volatile boolean broken;

  /**
   * @param model the model that made the vectors
   */
  Sense(VectorEncoder model) {
    db = VectorDb.builder(new InMemoryVectorBackend()).encoder(model).build();
    List<VectorRecord> vectors = Words.lines(VECTORS).stream().map(Sense::vector).toList();
    answers = vectors.size();
    db.collection(ANSWERS).upsert(vectors);
  }

  private static VectorRecord vector(String line) {
    String[] parts = line.split(" ");
    byte[] bytes = Base64.getDecoder().decode(parts[2]);
    float[] vector = new float[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      vector[i] = bytes[i];
    }
    return VectorRecord.ofVector(parts[0], vector);
  }

  /**
   * Returns the cosine of a question and each answer by the answer's anchor; empty for a long text,
   * and if the native library of the model cannot be loaded, as with musl.
   */
  Map<String, Double> near(String question) {
    Map<String, Double> near = new HashMap<>();
    if (!broken && question.length() <= LONGEST) {
      try {
        for (VectorMatch match :
            db.collection(ANSWERS).nearText(question).select("id").limit(answers).fetch()) {
          near.put(match.id().orElseThrow(), 2 * match.score().orElseThrow() - 1);
        }
      } catch (RuntimeException | LinkageError e) {
        broken = true;
        log.warn("The model of sentences does not run here; questions are answered by words.", e);
      }
    }
    return near;
  }

  /** Returns the model; it is loaded once in a JVM, when a text is first encoded. */
  static VectorEncoder model() {
    return (texts, kind) ->
        Loaded.MODEL.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
            .map(embedding -> embedding.vector())
            .toList();
  }

  private static final class Loaded {
    static final AllMiniLmL6V2QuantizedEmbeddingModel MODEL = load();

    private static AllMiniLmL6V2QuantizedEmbeddingModel load() {
      // the tokenizer reports its use to its makers on machines of EC2 otherwise
      if (System.getenv("OPT_OUT_TRACKING") == null) {
        System.setProperty("OPT_OUT_TRACKING", "true");
      }
      return new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
    }
  }
}
