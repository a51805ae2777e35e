package dev.adk4j.springai;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.vector.EncodeKind;
import dev.adk4j.vector.VectorEncoder;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.embedding.EmbeddingModel;

/**
 * Makes vectors with any Spring AI embedding model. The model's API knows no difference between
 * questions and passages: where the model wants one, say it with {@link #withPrefixes}. As
 * thread-safe as the model.
 */
public final class EmbeddingModelEncoder implements VectorEncoder {

  private final EmbeddingModel model;

  public EmbeddingModelEncoder(EmbeddingModel model) {
    this.model = Objects.requireNonNull(model, "model");
  }

  /**
   * By the position in the model's answer. {@code E_EMBEDDINGS_FAILED}, with the model's error as
   * its cause.
   */
  @Override
  public List<float[]> encode(List<String> texts, EncodeKind kind) {
    try {
      return model.embed(List.copyOf(texts));
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new AdkException(
          AdkErrorCode.E_EMBEDDINGS_FAILED, "The embedding model failed: " + e.getMessage(), e);
    }
  }
}
