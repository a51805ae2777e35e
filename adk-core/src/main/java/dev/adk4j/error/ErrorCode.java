package dev.adk4j.error;

/**
 * Names one kind of error: its meaning, an HTTP-like status, and the remedy. Each module lists its
 * errors in its own enum that implements this interface, and an application may do the same:
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

  /** Returns the code's further data. */
  Info info();

  /** Returns the HTTP-like status; 499 and 529 must be mapped before they reach clients. */
  default int status() {
    return info().status();
  }

  /**
   * Returns true for a programming error, which is thrown where the invalid input arrived. The
   * runner does not read this flag.
   */
  default boolean fatal() {
    return info().fatal();
  }

  /** Returns one sentence that describes the error. */
  default String meaning() {
    return info().meaning();
  }

  /** Returns one sentence with the remedy. */
  default String help() {
    return info().help();
  }

  /**
   * Describes a code.
   *
   * @param status from 400 to 599
   * @param fatal true for a programming error
   * @param meaning one sentence that describes the error, without a user's content
   * @param help one sentence with the remedy
   */
  record Info(int status, boolean fatal, String meaning, String help) {

    /**
     * @throws IllegalArgumentException if the status is not an error or a sentence is empty
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
