package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Rewrites a user's message as searchable questions: the meaning of "and the second one?", or the
 * same in other words. {@link Retriever#inTurn(int, QueryRewriter)} searches for each and fuses the
 * results. Must be thread-safe and end when its thread is interrupted.
 *
 * {@snippet :
 * TurnMiddleware retrieval = guides.inTurn(5, QueryRewriter.byModel(chatModel::call));
 * }
 *
 * @since 0.1.0
 */
@FunctionalInterface
@NoJsonForm
public interface QueryRewriter {

  /**
   * Returns the texts to search for, of which at most four are used; empty to keep the question
   * unchanged.
   *
   * @param question the newest text of the user
   * @param conversation the messages before it, oldest first; may be empty
   */
  List<String> rewrite(String question, List<Message> conversation) throws Exception;

  /**
   * Returns a rewriter that requests from a model one question that is understandable alone. The
   * model receives the last six messages as data; only the text of its response is searched for.
   *
   * @param model sends a prompt to a model and returns its text, such as {@code chatModel::call}
   */
  static QueryRewriter byModel(UnaryOperator<String> model) {
    return new ModelRewriter(model);
  }
}
