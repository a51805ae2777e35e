package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.Reranker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the vectors of the tokens of passages, so that a measurement of quality ends in time. */
final class CachedTokens implements Reranker.TokenEncoder {

  private final Reranker.TokenEncoder encoder;
  private final Map<String, List<float[]>> tokens = new HashMap<>();

  CachedTokens(Reranker.TokenEncoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public synchronized List<List<float[]>> encode(List<String> texts, VectorEncoder.EncodeKind kind)
      throws Exception {
    List<List<float[]>> all = new ArrayList<>();
    for (String text : texts) {
      List<float[]> each = tokens.get(text);
      if (each == null) {
        each = encoder.encode(List.of(text), kind).getFirst();
        if (kind == VectorEncoder.EncodeKind.DOCUMENT) {
          tokens.put(text, each);
        }
      }
      all.add(each);
    }
    return all;
  }
}
