package dev.adk4j.springai.vector;

import dev.adk4j.vector.VectorErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/**
 * Embedding model that passes the vectors of the current call of a {@link SpringAiVectorBackend} to
 * a Spring AI store. Build the store with it, and the backend with the same instance.
 *
 * <p>Requires a store that requests vectors on the thread of the call, like all stores of Spring
 * AI. Any other use throws.
 *
 * @since 0.1.0
 */
public final class BridgingEmbeddingModel implements EmbeddingModel {

  private record Answers(float @Nullable [] query, Map<String, float[]> documents) {}

  private final ThreadLocal<@Nullable Answers> current = new ThreadLocal<>();
  private final int dimensions;

  /**
   * @param dimensions length of all vectors, at least 1
   */
  public BridgingEmbeddingModel(int dimensions) {
    if (dimensions < 1) {
      throw VectorErrors.invalidConfig("dimensions must be at least 1");
    }
    this.dimensions = dimensions;
  }

  @Override
  public int dimensions() {
    return dimensions;
  }

  <T extends @Nullable Object> T withQuery(float[] vector, Supplier<T> call) {
    return with(new Answers(vector, Map.of()), call);
  }

  /**
   * @param vectors vectors by the ids of the documents added in the call
   */
  void withDocuments(Map<String, float[]> vectors, Runnable call) {
    this.<@Nullable Void>with(
        new Answers(null, vectors),
        () -> {
          call.run();
          return null;
        });
  }

  private <T extends @Nullable Object> T with(Answers answers, Supplier<T> call) {
    current.set(answers);
    try {
      return call.get();
    } finally {
      current.remove();
    }
  }

  @Override
  public float[] embed(String text) {
    Answers answers = current.get();
    if (answers == null || answers.query() == null) {
      throw outside();
    }
    return answers.query();
  }

  @Override
  public float[] embed(Document document) {
    Answers answers = current.get();
    float[] vector = answers == null ? null : answers.documents().get(document.getId());
    if (vector == null) {
      throw outside();
    }
    return vector;
  }

  @Override
  public List<float[]> embed(
      List<Document> documents, @Nullable EmbeddingOptions options, BatchingStrategy batching) {
    return documents.stream().map(this::embed).toList();
  }

  @Override
  public EmbeddingResponse call(EmbeddingRequest request) {
    List<Embedding> embeddings = new ArrayList<>();
    for (String text : request.getInstructions()) {
      embeddings.add(new Embedding(embed(text), embeddings.size()));
    }
    return new EmbeddingResponse(embeddings);
  }

  private static IllegalStateException outside() {
    return new IllegalStateException(
        "The bridging embedding model was called outside a call of its"
            + " SpringAiVectorBackend, but computes no vectors itself. Use the store"
            + " through the backend only, and use a store that embeds on the calling"
            + " thread.");
  }
}
