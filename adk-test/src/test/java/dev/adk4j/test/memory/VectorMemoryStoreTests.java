package dev.adk4j.test.memory;

import dev.adk4j.memory.store.TokenOverlap;
import dev.adk4j.memory.vector.VectorMemoryStore;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import java.util.List;

class VectorMemoryStoreTests extends MemoryStoreContractTests<VectorMemoryStore> {

  private static final int DIMENSIONS = 64;

  private final VectorDb db = db();

  private static VectorDb db() {
    InMemoryVectorBackend backend = new InMemoryVectorBackend();
    backend.createCollection(
        new CollectionSpec("memories", DIMENSIONS, DistanceMetric.COSINE, List.of()), false);
    return VectorDb.builder(backend)
        .encoder((texts, kind) -> texts.stream().map(VectorMemoryStoreTests::wordBag).toList())
        .build();
  }

  /** Texts with the same words are near. */
  private static float[] wordBag(String text) {
    float[] vector = new float[DIMENSIONS];
    vector[0] = 0.01f;
    TokenOverlap.tokens(text)
        .forEach(word -> vector[Math.floorMod(word.hashCode(), DIMENSIONS)] += 1);
    return vector;
  }

  @Override
  protected VectorMemoryStore createStore(boolean writable) {
    return VectorMemoryStore.builder("notes", db, "memories").writable(writable).build();
  }
}
