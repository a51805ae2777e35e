package dev.adk4j.springai;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrorCode;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.embedding.EmbeddingModel;

/**
 * Encoder that uses any Spring AI embedding model. The model's API does not distinguish queries and
 * passages; {@link #withPrefixes} adds the prefixes that a model needs. Thread-safe if the model
 * is.
 *
 * @since 0.1.0
 */
public final class EmbeddingModelEncoder implements VectorEncoder {

  private final EmbeddingModel model;

  public EmbeddingModelEncoder(EmbeddingModel model) {
    this.model = Objects.requireNonNull(model, "model");
  }

  /** Returns the name of the model's class, such as {@code OpenAiEmbeddingModel}. */
  @Override
  public String name() {
    return model.getClass().getSimpleName();
  }

  /**
   * Returns the vectors by their position in the model's result. A failure throws {@code
   * E_EMBEDDINGS_FAILED} with the model's error as cause.
   */
  @Override
  public List<float[]> encode(List<String> texts, VectorEncoder.EncodeKind kind) {
    try {
      return model.embed(List.copyOf(texts));
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new AdkException(
          VectorErrorCode.E_EMBEDDINGS_FAILED, "The embedding model failed: " + e.getMessage(), e);
    }
  }
}
