package dev.adk4j.springai.vector;

import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.SimpleVectorStore;

/** Made once for many tests: a new one looks through the whole class path for Jackson modules. */
final class ClearableVectorStore extends SimpleVectorStore {

  ClearableVectorStore(EmbeddingModel model) {
    super(SimpleVectorStore.builder(model));
  }

  ClearableVectorStore cleared() {
    store.clear();
    return this;
  }
}
