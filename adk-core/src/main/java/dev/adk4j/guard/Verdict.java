package dev.adk4j.guard;

import java.util.Objects;

/** The decision of a guard about a text. */
public sealed interface Verdict {

  /** Lets the text through as it is. */
  static Verdict pass() {
    return Pass.INSTANCE;
  }

  /** Lets another text through in its place. */
  static Verdict rewrite(String text) {
    return new Rewrite(text);
  }

  /**
   * Has the model answer again, in another iteration that is given the reason. Refuses where that
   * cannot be: for input, after {@link Guards.Builder#maxRetries}, and once a reader has a part of
   * the answer.
   */
  static Verdict retry(String reason) {
    return new Retry(reason);
  }

  /** Ends the turn with {@code E_GUARD_REFUSED}. */
  static Verdict refuse(String reason) {
    return new Refuse(reason);
  }

  /** The text is fine. */
  record Pass() implements Verdict {
    private static final Pass INSTANCE = new Pass();
  }

  /** The text has to be replaced. */
  record Rewrite(String text) implements Verdict {
    public Rewrite {
      Objects.requireNonNull(text, "text");
    }

    /** Never the text. */
    @Override
    public String toString() {
      return "Rewrite[]";
    }
  }

  /**
   * The model has to answer again.
   *
   * @param reason the model and the listeners are told it, so it must not quote the text
   */
  record Retry(String reason) implements Verdict {
    public Retry {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The text must not go on.
   *
   * @param reason the caller and the listeners are told it, so it must not quote the text
   */
  record Refuse(String reason) implements Verdict {
    public Refuse {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
