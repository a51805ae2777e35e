package dev.adk4j.springai.vector;

import dev.adk4j.test.vector.VectorBackendContractTests;
import dev.adk4j.vector.VectorBackend;
import java.util.Map;

/** A store that gets its vectors from the backend, and knows null checks. */
class BridgedSpringAiVectorBackendTests extends VectorBackendContractTests {

  private static final BridgingEmbeddingModel BRIDGE = new BridgingEmbeddingModel(3);
  private static final ClearableVectorStore STORE = new ClearableVectorStore(BRIDGE);

  @Override
  protected VectorBackend createBackend() {
    return SpringAiVectorBackend.builder(Map.of("docs", STORE.cleared()))
        .bridge(BRIDGE)
        .ids(SpringAiVectorBackend.Ids.NAME_UUID)
        .scores(SpringAiVectorBackend.Scores.COSINE)
        .nullChecks(true)
        .build();
  }
}
