package dev.adk4j.vector;

import java.util.List;

/**
 * Makes vectors of texts: one for each text, in the same order. Called with at least one text and
 * never with a blank one, on the thread of the query or the upsert, with at most a chunk's worth of
 * texts at a time. Has to be thread-safe.
 */
@FunctionalInterface
public interface VectorEncoder {

  List<float[]> encode(List<String> texts, EncodeKind kind);

  /**
   * Puts a prefix before each text, as some models want for questions and passages; an empty prefix
   * adds nothing.
   */
  default VectorEncoder withPrefixes(String queryPrefix, String documentPrefix) {
    return (texts, kind) -> {
      String prefix = kind == EncodeKind.QUERY ? queryPrefix : documentPrefix;
      return encode(prefix.isEmpty() ? texts : texts.stream().map(prefix::concat).toList(), kind);
    };
  }
}
