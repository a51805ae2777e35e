package dev.adk4j.sample.library;

import dev.adk4j.vector.VectorEncoder;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.util.List;

/**
 * Sentence embeddings by a small model that is in a jar: no key, no network. Loaded when it is
 * first asked, which takes about a second. Thread-safe.
 */
final class MiniLmEncoder implements VectorEncoder {

  static final int DIMENSIONS = 384;

  private static final class Holder {
    // on the calling thread: there is one text at a time, and the index has a thread of its own
    static final AllMiniLmL6V2QuantizedEmbeddingModel MODEL =
        new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
  }

  @Override
  public List<float[]> encode(List<String> texts, VectorEncoder.EncodeKind kind) {
    return Holder.MODEL.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
        .map(embedding -> embedding.vector())
        .toList();
  }
}
