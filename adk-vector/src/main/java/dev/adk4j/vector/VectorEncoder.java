package dev.adk4j.vector;

import java.util.List;

/**
 * Converts texts to vectors: one for each text, in the same order. Called on the thread of the
 * query or upsert with at least one text, at most a chunk, and never a blank one. Must be
 * thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface VectorEncoder {

  /** Returns one vector of finite numbers for each text; all have the same length. */
  List<float[]> encode(List<String> texts, EncodeKind kind);

  /**
   * Returns the model's display name, such as {@code all-MiniLM-L6-v2}. Default: the name of the
   * class.
   */
  default String name() {
    return getClass().getSimpleName().replaceAll("\\$\\$Lambda.*", " (lambda)");
  }

  /** Returns an encoder that puts a prefix before each text, as some models require. */
  default VectorEncoder withPrefixes(String queryPrefix, String documentPrefix) {
    return (texts, kind) -> {
      String prefix = kind == EncodeKind.QUERY ? queryPrefix : documentPrefix;
      return encode(prefix.isEmpty() ? texts : texts.stream().map(prefix::concat).toList(), kind);
    };
  }

  /** Role of a text to encode. Many retrieval models embed questions and passages differently. */
  enum EncodeKind {
    /** Text of a query. */
    QUERY,
    /** Text of a stored record. */
    DOCUMENT
  }
}
