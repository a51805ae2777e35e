package dev.adk4j.benchmarks.vector;

import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;

/** Spring AI's in-memory store, with a model that looks vectors up. */
final class SimpleSearch implements SearchArms.SearchArm {

  private final SimpleVectorStore store = SimpleVectorStore.builder(new LookUp()).build();

  SimpleSearch(int vectors) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < vectors; i++) {
      documents.add(
          Document.builder().id("id-" + i).text(String.valueOf(i)).metadata("number", i).build());
    }
    store.add(documents);
  }

  @Override
  public List<String> search(int query) {
    return store
        .similaritySearch(
            SearchRequest.builder().query(String.valueOf(-1 - query)).topK(TOP).build())
        .stream()
        .map(Document::getId)
        .toList();
  }

  /** A text is the seed of its vector. */
  private static final class LookUp implements EmbeddingModel {

    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
      List<Embedding> embeddings = new ArrayList<>();
      for (String text : request.getInstructions()) {
        embeddings.add(new Embedding(RandomVectors.of(Integer.parseInt(text)), embeddings.size()));
      }
      return new EmbeddingResponse(embeddings);
    }

    /** Or the store would embed a text for each search to find out. */
    @Override
    public int dimensions() {
      return RandomVectors.DIMENSIONS;
    }

    @Override
    public float[] embed(Document document) {
      return RandomVectors.of(Integer.parseInt(String.valueOf(document.getText())));
    }
  }
}
