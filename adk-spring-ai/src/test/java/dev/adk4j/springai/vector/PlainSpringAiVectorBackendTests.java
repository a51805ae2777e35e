package dev.adk4j.springai.vector;

import dev.adk4j.test.vector.VectorBackendContractTests;
import dev.adk4j.vector.VectorBackend;
import java.util.Map;

/** A store that makes its vectors itself. */
class PlainSpringAiVectorBackendTests extends VectorBackendContractTests {

  private static final ClearableVectorStore STORE =
      new ClearableVectorStore(new StubEmbeddingModel());

  @Override
  protected VectorBackend createBackend() {
    return SpringAiVectorBackend.builder(Map.of("docs", STORE.cleared()))
        .ids(SpringAiVectorBackend.Ids.NAME_UUID)
        .scores(SpringAiVectorBackend.Scores.COSINE)
        .build();
  }
}
