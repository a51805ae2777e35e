package dev.adk4j.artifact;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;

/**
 * How many characters a result may have before the query is refused, rather than cut. For one
 * query.
 */
final class ResultBudget {

  /** For results that the program itself asked for. */
  static final ResultBudget NONE = new ResultBudget(Long.MAX_VALUE);

  private static final long MODEL_CHARACTERS = 4L * 1024 * 1024;

  private final long limit;
  private long used;

  private ResultBudget(long limit) {
    this.limit = limit;
  }

  /** For the text of one query that a model asked for. */
  static ResultBudget forModel() {
    return new ResultBudget(MODEL_CHARACTERS);
  }

  /** The text, unless it is larger than any answer to a model may be once it is written out. */
  static String checked(String text) {
    if (text.length() > 2 * MODEL_CHARACTERS) {
      throw new ResultBudget(2 * MODEL_CHARACTERS).tooLarge("as text");
    }
    return text;
  }

  void charge(long elements, long characters) {
    if (limit == Long.MAX_VALUE) {
      return;
    }
    used += characters;
    if (used > limit) {
      throw tooLarge("after " + elements + " elements");
    }
  }

  private AdkException tooLarge(String where) {
    return AdkException.of(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT)
        .message(
            "The result has more than "
                + limit
                + " characters "
                + where
                + "; ask for a smaller part.")
        .args(limit)
        .build();
  }
}
