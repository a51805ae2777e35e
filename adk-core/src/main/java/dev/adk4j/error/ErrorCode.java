package dev.adk4j.error;

/**
 * Names one kind of error: its meaning, an HTTP-like status, and the remedy. Each module lists its
 * errors in an enum of its own that implements this interface, and an application may do the same:
 *
 * <pre>{@code
 * enum BillingErrorCode implements ErrorCode {
 *   E_NO_CARD(402, false, "The customer has no card.", "Ask for one and try again.");
 *
 *   private final Info info;
 *
 *   BillingErrorCode(int status, boolean fatal, String meaning, String help) {
 *     info = new Info(status, fatal, meaning, help);
 *   }
 *
 *   public Info info() {
 *     return info;
 *   }
 * }
 * }</pre>
 *
 * <p>Implementations are immutable, and equal only to themselves.
 *
 * @since 0.1.0
 */
public interface ErrorCode {

  /** Returns the code as text, such as {@code E_STORAGE_CONFLICT}. An enum has this method. */
  String name();

  /** Returns everything else that is known of the code. */
  Info info();

  /** Returns the HTTP-like status; 499 and 529 are not meant for clients as they are. */
  default int status() {
    return info().status();
  }

  /**
   * Returns true for a programming error, which is thrown where the bad input arrived. The runner
   * never looks at it.
   */
  default boolean fatal() {
    return info().fatal();
  }

  /** Returns one sentence that says what went wrong. */
  default String meaning() {
    return info().meaning();
  }

  /** Returns one sentence that says what to do. */
  default String help() {
    return info().help();
  }

  /**
   * Describes a code.
   *
   * @param status from 400 to 599
   * @param fatal true for a programming error
   * @param meaning one sentence that says what went wrong, without content of a user
   * @param help one sentence that says what to do
   */
  record Info(int status, boolean fatal, String meaning, String help) {

    /**
     * @throws IllegalArgumentException if the status is no error or a sentence is empty
     */
    public Info {
      if (status < 400 || status > 599) {
        throw new IllegalArgumentException(
            "The status of an error is from 400 to 599, not " + status);
      }
      if (meaning.isBlank() || help.isBlank()) {
        throw new IllegalArgumentException("An error code needs a meaning and a help sentence.");
      }
    }
  }
}
