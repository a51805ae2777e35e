package dev.adk4j.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

class EmbeddingModelEncoderTests {

  /** Answers with lengths; its indexes are of no use, as some models' are. */
  private static class LengthModel implements EmbeddingModel {

    final List<List<String>> asked = new ArrayList<>();

    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
      asked.add(request.getInstructions());
      return new EmbeddingResponse(
          request.getInstructions().stream()
              .map(t -> new Embedding(new float[] {t.length()}, 1))
              .toList());
    }

    @Override
    public float[] embed(Document document) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int dimensions() {
      throw new AssertionError("asking for dimensions calls the remote model");
    }
  }

  @Test
  void vectorsComeInTheOrderOfTheTexts() {
    LengthModel model = new LengthModel();
    List<float[]> vectors =
        new EmbeddingModelEncoder(model)
            .encode(List.of("one", "three", "x"), VectorEncoder.EncodeKind.DOCUMENT);
    assertThat(vectors).containsExactly(new float[] {3}, new float[] {5}, new float[] {1});
    assertThat(model.asked).hasSize(1);
  }

  @Test
  void prefixesDependOnTheKind() {
    LengthModel model = new LengthModel();
    var encoder = new EmbeddingModelEncoder(model).withPrefixes("q: ", "p: ");
    encoder.encode(List.of("a"), VectorEncoder.EncodeKind.QUERY);
    encoder.encode(List.of("b"), VectorEncoder.EncodeKind.DOCUMENT);
    assertThat(model.asked).containsExactly(List.of("q: a"), List.of("p: b"));
  }

  @Test
  void modelsErrorIsTheCause() {
    IllegalStateException down = new IllegalStateException("down");
    EmbeddingModel model =
        new LengthModel() {
          @Override
          public EmbeddingResponse call(EmbeddingRequest request) {
            throw down;
          }
        };
    assertThatThrownBy(
            () ->
                new EmbeddingModelEncoder(model)
                    .encode(List.of("a"), VectorEncoder.EncodeKind.QUERY))
        .hasCause(down)
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(VectorErrorCode.E_EMBEDDINGS_FAILED);
              assertThat(e.status()).isEqualTo(502);
              assertThat(e.fatal()).isFalse();
            });
  }
}
