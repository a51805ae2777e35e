package dev.adk4j.guard;

import java.util.Objects;

/** A guard's decision on a text. */
public sealed interface Verdict {

  /** Passes the text unchanged. */
  static Verdict pass() {
    return Pass.INSTANCE;
  }

  /** Passes another text instead. */
  static Verdict rewrite(String text) {
    return new Rewrite(text);
  }

  /**
   * Requests another answer from the model, in another iteration that includes the reason. Refuses
   * if that is impossible: for input, after {@link Guards.Builder#maxRetries}, and once a reader
   * has a part of the answer.
   */
  static Verdict retry(String reason) {
    return new Retry(reason);
  }

  /** Ends the turn with {@code E_GUARD_REFUSED}. */
  static Verdict refuse(String reason) {
    return new Refuse(reason);
  }

  /** The text passes. */
  record Pass() implements Verdict {
    private static final Pass INSTANCE = new Pass();
  }

  /** The text must be replaced. */
  record Rewrite(String text) implements Verdict {
    public Rewrite {
      Objects.requireNonNull(text, "text");
    }

    /** Omits the text. */
    @Override
    public String toString() {
      return "Rewrite[]";
    }
  }

  /**
   * The model must answer again.
   *
   * @param reason shown to the model and the listeners, so it must not quote the text
   */
  record Retry(String reason) implements Verdict {
    public Retry {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The text is refused.
   *
   * @param reason shown to the caller and the listeners, so it must not quote the text
   */
  record Refuse(String reason) implements Verdict {
    public Refuse {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
