package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes questions that can be searched for out of what a user said: what "and the second one?"
 * means, or the same in other words. {@link Retriever#inTurn(int, QueryRewriter)} asks for each and
 * fuses what is found. Has to be thread-safe and to end when its thread is interrupted.
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
   * Returns the texts to search for, at most four of which are looked at; none keeps the question
   * as it is.
   *
   * @param question the newest text of the user
   * @param conversation the messages before it, oldest first; may be empty
   */
  List<String> rewrite(String question, List<Message> conversation) throws Exception;

  /**
   * Returns a rewriter that asks a model for one question that can be understood alone. It gets the
   * last six messages as data; the text of its answer is searched for and nothing else.
   *
   * @param model sends a prompt to a model and returns its text, such as {@code chatModel::call}
   */
  static QueryRewriter byModel(UnaryOperator<String> model) {
    return new ModelRewriter(model);
  }
}
