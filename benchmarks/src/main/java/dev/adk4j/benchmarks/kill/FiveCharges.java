package dev.adk4j.benchmarks.kill;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * The answers of the model that all arms have: five charges, one in each answer, then a text. A
 * history is a text of letters: U for a message of the user, C for a call, R for its result, A for
 * an answer.
 */
final class FiveCharges {

  static final int CHARGES = 5;

  static final String ANSWER = "Charged.";

  /** How long the model takes, and how long the tool takes after it has charged. */
  static final Duration TAKES = Duration.ofMillis(40);

  private static final Pattern OPEN_CALL = Pattern.compile("C(?!R)");

  private FiveCharges() {}

  /**
   * Returns the number of the charge that is next, {@link #CHARGES} for the answer.
   *
   * @throws IllegalArgumentException as providers refuse it: a call that has no result
   */
  static int next(String history) {
    LockSupport.parkNanos(TAKES.toNanos());
    if (OPEN_CALL.matcher(history).find()) {
      throw new IllegalArgumentException("400: a call without a result: " + history);
    }
    String turn = history.substring(history.lastIndexOf('U') + 1);
    return (int) turn.chars().filter(letter -> letter == 'R').count();
  }

  /** The message that asks for the charges of a turn. */
  static String request(String turn) {
    return "charge " + turn;
  }

  /** The turn that a message asks for. */
  static String turn(String request) {
    return request.substring("charge ".length());
  }
}
