package dev.adk4j.test.vector;

import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import java.util.List;

class InMemoryVectorBackendTests extends VectorBackendContractTests {

  @Override
  protected VectorBackend createBackend() {
    InMemoryVectorBackend backend = new InMemoryVectorBackend();
    backend.createCollection(
        new CollectionSpec("docs", dimensions(), DistanceMetric.COSINE, List.of()), false);
    return backend;
  }

  @Override
  public boolean missingCollectionFails() {
    return false;
  }
}
