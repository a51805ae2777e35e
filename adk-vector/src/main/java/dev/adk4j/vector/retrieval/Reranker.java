package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.vector.VectorEncoder;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Improves the order of found passages. {@link Retriever#reranked} limits its time and falls back
 * to the first order. Must be thread-safe and end when its thread is interrupted.
 *
 * {@snippet :
 * Retriever better = guides.reranked(Reranker.judge(chatModel::call), RerankBudget.DEFAULT);
 * }
 *
 * @since 0.1.0
 */
@FunctionalInterface
@NoJsonForm
public interface Reranker {

  /**
   * Returns the passages, best first. Omitted ones keep their order after the others; changes to a
   * passage have no effect.
   *
   * @param candidates two or more, in the order of the first search
   */
  List<Passage> rerank(RetrievalQuery query, List<Passage> candidates) throws Exception;

  /**
   * Returns maximal marginal relevance: of passages with the same content, one comes early and the
   * others late. Encodes the candidates.
   *
   * @param relevance weight of the first order's score relative to diversity, from 0 to 1; 0.7 is
   *     usual
   */
  static Reranker diverse(VectorEncoder encoder, double relevance) {
    return new MarginalRelevance(encoder, relevance);
  }

  /**
   * Returns late interaction: each token of the question is matched with the most similar one of
   * the passage, and the mean of these similarities is the score.
   */
  static Reranker lateInteraction(TokenEncoder encoder) {
    return new LateInteraction(encoder);
  }

  /**
   * Returns a model as judge. It receives the question and numbered passages and returns numbers;
   * any other response is an error. The passages are data between markers that they cannot know.
   *
   * @param model sends a prompt to a model and returns its text, such as {@code chatModel::call}
   */
  static Reranker judge(UnaryOperator<String> model) {
    return new JudgeReranker(model);
  }

  /** Converts each text to the vectors of its tokens. Must be thread-safe. */
  @FunctionalInterface
  interface TokenEncoder {

    /** Returns the vectors of each text, one for each token and at least one. */
    List<List<float[]>> encode(List<String> texts, VectorEncoder.EncodeKind kind) throws Exception;
  }
}
