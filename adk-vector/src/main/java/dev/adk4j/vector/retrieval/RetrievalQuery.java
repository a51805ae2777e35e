package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Scope;

/**
 * Question to a {@link Retriever}.
 *
 * @param text the words of the user; may be blank, which finds nothing
 * @param limit maximum number of passages, at least 1
 * @param scope owner of the asking turn; set by the server, never by a model
 * @since 0.1.0
 */
public record RetrievalQuery(String text, int limit, Scope scope) {

  public RetrievalQuery {
    new Violations()
        .required(text, "$.text")
        .check(limit >= 1, "$.limit", "range", "must be 1 or more")
        .required(scope, "$.scope")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns a question of the default scope. */
  public static RetrievalQuery of(String text, int limit) {
    return new RetrievalQuery(text, limit, Scope.DEFAULT);
  }

  /** Returns limit and scope; omits the text. */
  @Override
  public String toString() {
    return "RetrievalQuery[" + limit + ", " + scope + "]";
  }
}
