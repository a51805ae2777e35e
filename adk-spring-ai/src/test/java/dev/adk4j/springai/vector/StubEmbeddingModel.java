package dev.adk4j.springai.vector;

import dev.adk4j.test.vector.StubEncoder;
import dev.adk4j.vector.VectorEncoder;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/** The stub encoder as a model. */
final class StubEmbeddingModel implements EmbeddingModel {

  private final StubEncoder encoder = new StubEncoder();

  @Override
  public EmbeddingResponse call(EmbeddingRequest request) {
    List<Embedding> embeddings = new ArrayList<>();
    // An index that counts from one, as some models' do.
    encoder
        .encode(request.getInstructions(), VectorEncoder.EncodeKind.DOCUMENT)
        .forEach(vector -> embeddings.add(new Embedding(vector, embeddings.size() + 1)));
    return new EmbeddingResponse(embeddings);
  }

  @Override
  public float[] embed(Document document) {
    return embed(String.valueOf(document.getText()));
  }
}
